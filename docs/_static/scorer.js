/* The order of what Sphinx finds on the pages that search.js does not know: what users do first, code last. */
const WEIGHTS = [
  [/^(tutorial|how-to)\//, 5],
  [/^reference\/made\/(hooks|slots|errors)$/, -20],
  [/^reference\/api\//, -200],
];

var Scorer = {
  score: ([docname, , anchor, , score, , kind]) => {
    const query = window.location ? new URLSearchParams(window.location.search).get("q") : null;
    if (kind === "object" && query && anchor.endsWith(`.${query.trim()}`)) return score; // its very name
    const weight = WEIGHTS.find(([pages]) => pages.test(docname));
    return score + (weight ? weight[1] : 0);
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
