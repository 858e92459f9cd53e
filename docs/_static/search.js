/* The search page finds sections: rules, charts, words of the glossary, optional rules and open points.

   A section need not have all words that are asked. Those come first that have most of them, the rare ones above all, in
   their title or in one statement. What Sphinx finds on other pages follows. `SECTIONS` and `ALIKE` are in sections.js. */
"use strict";

const KINDS = [
  [/^reference\/made\/rules-/, 1],
  [/^reference\/made\/chart-/, 0.75],
  [/^reference\/glossary$/, 0.7],
  [/^reference\/made\/options$/, 0.75],
  [/^reference\/made\/rulings-/, 0.65],
];
const IDLE = new Set(
  ("a about all am an and any are as at be been by can could did do does for from get go has have he her his how i if in "
    + "into is it its many may me much must my need no of off on one or our own rule rules shall should so some than that "
    + "the their them then there these they this to up use was we what when where which who why will with would you your")
    .split(" "),
);
const NUMBERED = /^(fof|sf|\d.*)$/; // what stands before the words of a title
const [TITLE, CONTEXT, TEXT] = [2, 0.6, 1]; // what a word counts where it stands
const EXACTLY = 1; // that the query is the title, or another word for the section
const [SAME, AKIN, BEGUN] = [1, 0.8, 0.6]; // the word itself, one that means as much, one that begins with it
const SHOWN = 15;

/* Endings off: retreats, retreated and retreating are one word; evacuate and evacuation, bomber and bombs too. */
const stem = (word) => {
  if (word.length < 4 || /\d/.test(word)) return word;
  const single = word.replace(/ies$|ied$/, "y").replace(/(x|ch|sh|ss)es$/, "$1").replace(/([^suiy])s$/, "$1");
  const bare = single.replace(/(?:ing|ed|ers?|ion|ions)$/, "");
  const kept = bare.length >= 3 && /[aeiouy]/.test(bare) ? bare : single;
  return kept.replace(/([bdgmnprt])\1$/, "$1").replace(/e$/, "");
};

/* The words of a text: "c/m" and "3:1" are one word each, "V-1" is v1 and "sub-phase" subphase, "out-of-supply" three. */
const wordsOf = (text) => {
  const plain = text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/['’]s\b/g, "");
  return (plain.match(/[a-z0-9]+(?:[/:-][a-z0-9]+)*/g) || []).flatMap((word) => {
    const pieces = word.split("-");
    return pieces.some((piece) => piece.length === 1 || piece === "sub") ? [pieces.join("")] : pieces;
  });
};
const stemsOf = (text) => wordsOf(text).map(stem);

/* A title, a word of several or a query as one text, without what stands before a title. */
const phraseOf = (text) => {
  const words = wordsOf(text.replace(/^(Chart|Glossary): /, ""));
  const told = words.filter((word) => !NUMBERED.test(word) && !IDLE.has(word));
  return (told.length ? told : words).map(stem).join(" ");
};

/* What is known of the sections, made once: their words, and how many sections have each word. */
const digest = (sections, alike) => {
  const counts = new Map();
  const known = sections.map(([page, anchor, title, context, others, statements]) => {
    const kind = KINDS.find(([pages]) => pages.test(page));
    const section = {
      page, anchor, title, statements,
      weight: kind ? kind[1] : 0.5,
      named: new Set([title, ...others].flatMap(stemsOf)),
      titled: wordsOf(title).filter((word) => !NUMBERED.test(word)).map(stem),
      phrases: new Set([title, ...others].map(phraseOf)),
      above: new Set(stemsOf(context)),
      told: statements.map((statement) => new Set(stemsOf(statement))),
    };
    for (const word of new Set([...section.named, ...section.told.flatMap((set) => [...set])]))
      counts.set(word, (counts.get(word) || 0) + 1);
    return section;
  });
  const akin = new Map();
  for (const group of alike.map((words) => words.map((word) => stem(word.toLowerCase()))))
    for (const word of group) akin.set(word, [...(akin.get(word) || []), ...group.filter((other) => other !== word)]);
  return { sections: known, counts, akin };
};

/* How surely a set of words has a word that is asked: itself, one that means as much, or one that begins with it. */
const hit = (asked, words) => {
  if (words.has(asked.word)) return SAME;
  if (asked.akin.some((other) => words.has(other))) return AKIN;
  return asked.word.length > 3 && [...words].some((other) => other.startsWith(asked.word)) ? BEGUN : 0;
};

/* The words of a query, each with those alike and its weight: rare words weigh more. */
const askedIn = (query, { sections, counts, akin }) => {
  const all = [...new Set(wordsOf(query))];
  const telling = all.filter((word) => !IDLE.has(word));
  return [...new Set((telling.length ? telling : all).map(stem))].map((word) => {
    const others = akin.get(word) || [];
    const count = [word, ...others].reduce((most, one) => Math.max(most, counts.get(one) || 0), 0);
    return { word, akin: others, weight: count ? Math.log(1 + sections.length / count) : Math.log(1 + sections.length) / 3 };
  });
};

const rate = (section, asked, whole, phrase) => {
  const shareOf = (worth) => asked.reduce((sum, one) => sum + one.weight * worth(one), 0) / whole;
  const titles = new Map(asked.map((one) => [one, hit(one, section.named)]));
  const above = new Map(asked.map((one) => [one, hit(one, section.above)]));
  const share = shareOf((one) => Math.max(titles.get(one), ...section.told.map((words) => hit(one, words)),
    CONTEXT * above.get(one)));
  if (!share) return null;
  const rated = section.told.map((words) => shareOf((one) => hit(one, words)));
  const best = rated.indexOf(Math.max(...rated));
  const together = shareOf((one) => Math.max(titles.get(one), CONTEXT * above.get(one),
    best < 0 ? 0 : TEXT * hit(one, section.told[best])));
  const named = shareOf((one) => titles.get(one));
  const close = section.titled.length
    ? section.titled.filter((word) => asked.some((one) => one.word === word || one.akin.includes(word))).length
      / section.titled.length
    : 0;
  const exact = section.phrases.has(phrase) ? EXACTLY : 0;
  const score = section.weight * (share * share + together * together + (TITLE - 1) * named + close / 2 + exact);
  return { section, share, score, statement: rated[best] ? section.statements[best] : section.statements[0] || "" };
};

/* The sections for a query, the best first. */
const find = (query, known) => {
  const asked = askedIn(query, known);
  const whole = asked.reduce((sum, one) => sum + one.weight, 0);
  if (!whole) return [];
  const phrase = phraseOf(query);
  const found = known.sections.map((section) => rate(section, asked, whole, phrase)).filter((result) => result);
  found.sort((one, other) => other.score - one.score);
  return found.filter(({ score }) => score > found[0].score / 4).slice(0, SHOWN);
};

const shown = ({ section, statement }, terms) => {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = `${section.page}${DOCUMENTATION_OPTIONS.LINK_SUFFIX}${section.anchor && `#${section.anchor}`}`;
  link.textContent = section.title;
  const told = item.appendChild(document.createElement("p"));
  told.className = "context";
  told.textContent = statement;
  if (SPHINX_HIGHLIGHT_ENABLED) terms.forEach((term) => _highlightText(item, term, "highlighted"));
  return item;
};

/* What Sphinx finds: names of the program and titles of pages that are asked whole come first, pages whose title has words of
   the query after the sections that have all words, other pages after those that have some, other names last. */
const EXACT = (query) => ([, title, anchor, , , , kind]) =>
  kind === "object" ? anchor.endsWith(`.${query.trim()}`) : phraseOf(title) === phraseOf(query);
const isCovered = ([docname]) =>
  KINDS.some(([pages]) => pages.test(docname)) || /^reference\/made\/(rules|words|charts)$/.test(docname);
const isCode = ([docname]) => /^reference\/(api\/|made\/(hooks|slots|errors))/.test(docname);

/* A name of the program tells where it stands by its module, since no title of those pages is searched. */
const placed = ([docname, title, anchor, told, ...others]) =>
  [docname, title, anchor, told && told.endsWith(" ") ? told + docname.split("/").pop() : told, ...others];

const answer = (query, known) => {
  const [asked, terms, excluded, marked, objects] = Search._parseQuery(query);
  const others = Search._performSearch(asked, terms, excluded, marked, objects).reverse().filter((one) => !isCovered(one));
  const sections = find(query, known);
  const whole = sections.filter(({ share }) => share > 0.75);
  const exact = others.filter(EXACT(query));
  const words = new Set(stemsOf(query));
  const namedIn = ([, title]) => new Set(stemsOf(title).filter((word) => words.has(word))).size;
  const pages = others.filter((one) => !isCode(one) && !exact.includes(one));
  const titled = pages.filter(namedIn).sort((one, other) => namedIn(other) - namedIn(one));
  const code = others.filter((one) => isCode(one) && !exact.includes(one));
  const theirs = (results) => results.map((result) => () => _displayItem(placed(result), terms, marked));
  const ours = (results) => results.map((result) => () => Search.output.appendChild(shown(result, marked)));
  const steps = [
    ...theirs(exact),
    ...ours(whole),
    ...theirs(titled),
    ...ours(sections.filter((one) => !whole.includes(one))),
    ...theirs(pages.filter((one) => !titled.includes(one))),
    ...theirs(code),
  ];
  steps.forEach((step) => step());
  _finishSearch(steps.length);
  if (sections.length && !whole.length && !titled.length)
    Search.status.innerText = `No section has all of these words; ${sections.length} have some of them.`;
};

if (typeof Search !== "undefined" && typeof SECTIONS !== "undefined") {
  const summary = Search.makeSearchSummary;
  Search.makeSearchSummary = (...given) => summary(...given) || document.createDocumentFragment(); // a page without text
  let known;
  Search.query = (query) => answer(query, (known = known || digest(SECTIONS, ALIKE)));
}
