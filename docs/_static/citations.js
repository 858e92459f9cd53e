/* Rules that the answers in examples cite, as in "x1/2 unsupported (FoF 11)", lead to the pages of the rules. */
const CITATION = /\b(FoF|SF) (\d{1,2})([A-Z]\w*)?\b/g;

const linked = (text) => {
  const made = document.createDocumentFragment();
  let at = 0;
  for (const found of text.matchAll(CITATION)) {
    const [told, book, chapter, below = ""] = found;
    const link = document.createElement("a");
    link.href = `${document.documentElement.dataset.content_root}reference/made/rules-${chapter}.html`
      + `#${book}-${chapter}${below}`.toLowerCase();
    link.textContent = told;
    made.append(text.slice(at, found.index), link);
    at = found.index + told.length;
  }
  made.append(text.slice(at));
  return made;
};

document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("article pre")) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts.filter((node) => node.data.match(CITATION))) text.replaceWith(linked(text.data));
  }
});
