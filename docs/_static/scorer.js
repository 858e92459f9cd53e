/* The order of search results: what players look for first, code last; and on a long page the section that fits best. */
const WEIGHTS = [
  [/^reference\/made\/rules-/, 20],
  [/^reference\/glossary$/, 20],
  [/^reference\/made\/chart-/, 12],
  [/^(tutorial|how-to)\//, 5],
  [/^reference\/made\/(rules|charts|options)$/, 0],
  [/^reference\/made\/(rulings-|words)/, -10],
  [/^reference\/made\/(hooks|slots|errors)$/, -20],
  [/^reference\/api\//, -200],
];
const SECTION = 15;
const SECTIONED = /^reference\/(glossary$|made\/(rules-|rulings-|options|errors))/;
const IDLE = ["rule", "rules", "fof", "sf", "the", "of", "in", "a"];

const wordsOf = (text) => (text.toLowerCase().match(/[a-z0-9/]+/g) || []).filter((word) => word.length > 1);
const alike = (one, other) => one === other || (one.length > 3 && other.startsWith(one.slice(0, Math.max(4, one.length - 2))));

/* The sections of a page, by what the index and the titles call them: [title, anchor]. */
const sectionsOf = (docname) => {
  const file = Search._index.docnames.indexOf(docname);
  return [Search._index.indexentries, Search._index.alltitles].flatMap((table) =>
    Object.entries(table).flatMap(([title, places]) =>
      places.filter(([where]) => where === file).map(([, id]) => [title, id || ""])));
};

/* The section whose title has most words of the query and fewest others: which share of the query, and how close. */
const sectionFor = (docname, query) => {
  const words = wordsOf(query);
  const telling = words.filter((word) => !IDLE.includes(word));
  const asked = telling.length ? telling : words;
  const best = { share: 0, close: 0, anchor: "" };
  for (const [title, anchor] of sectionsOf(docname)) {
    const told = wordsOf(title);
    const hits = asked.filter((word) => told.some((other) => alike(word, other))).length;
    const [share, close] = [hits / asked.length, hits / Math.max(told.length, asked.length)];
    if (share > best.share || (share === best.share && close > best.close)) Object.assign(best, { share, close, anchor });
  }
  return best;
};

/* The title of the section at an anchor; of entries of the index one is the title and others are its citations. */
const titleAt = (docname, anchor) => {
  const { indexentries, alltitles } = Search._index;
  const file = Search._index.docnames.indexOf(docname);
  const stands = ([where, id]) => where === file && `#${id}` === anchor;
  const entries = Object.keys(indexentries).filter((entry) => indexentries[entry].some(stands));
  const named = (title) => entries.some((entry) => {
    const number = title.toLowerCase().slice(0, -entry.length - 1);
    return title.toLowerCase().endsWith(` ${entry}`) && entries.some((other) => other.endsWith(number));
  });
  return Object.keys(alltitles).find((title) =>
    alltitles[title].some((place) => stands(place) || (place[0] === file && named(title))));
};

/* Name the section to which a result leads. */
const nameSection = (result) => {
  const [docname, page, anchor] = result;
  const title = anchor && SECTIONED.test(docname) ? titleAt(docname, anchor) : undefined;
  if (title && title !== page && !page.includes(" > ")) result[1] = `${page} > ${title}`;
};

var Scorer = {
  score: (result) => {
    const [docname, , anchor, , score, , kind] = result;
    const query = window.location ? new URLSearchParams(window.location.search).get("q") : null;
    if (kind === "object" && query && anchor.endsWith(`.${query.trim()}`)) return score; // its very name
    const weight = WEIGHTS.find(([pages]) => pages.test(docname));
    let sum = score + (weight ? weight[1] : 0);
    if (query && kind === "text" && !anchor && SECTIONED.test(docname)) {
      const section = sectionFor(docname, query);
      sum += SECTION * (section.share + section.close);
      if (section.share >= 0.5 && section.anchor) result[2] = `#${section.anchor}`;
    }
    nameSection(result);
    return sum;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
