// Fails when the shell (entry and what it imports at once) or a page grows past its budget, gzipped. three.js, the charts and the editor of plans have their own.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const SHELL = 160_000;
const PAGE = 60_000;
const THREE = 165_000;
const CHARTS = 155_000;
const EDITOR = 150_000;
/** The only pages and parts of pages that may bring the video player along. */
const WITH_PLAYER = [
  'src/features/videos/VideoPage.tsx',
  'src/features/videos/components/AddSubtitles.tsx',
  'src/features/items/components/VideoPane.tsx',
  'src/features/g1/components/WithVideo.tsx',
  'src/features/review/components/ItemBench.tsx',
  'src/features/g2/AuthorPage.tsx',
  'src/features/g2/components/WriteSide.tsx',
];
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const size = (file) => gzipSync(readFileSync(`dist/${file}`)).length;

function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const shell = closure(entry);
const shellBytes = [...shell].reduce((sum, key) => sum + size(manifest[key].file), 0);
console.log(`shell ${(shellBytes / 1000).toFixed(1)} kB gzip (budget ${SHELL / 1000})`);
const isThree = (key) => manifest[key].name === 'three';
const isCharts = (key) => manifest[key].name === 'charts';
const isEditor = (key) => manifest[key].name === 'editor';
const sizeOf = (keys) => keys.reduce((sum, key) => sum + size(manifest[key].file), 0);
let large = shellBytes > SHELL ? ['the shell'] : [];
/** What a window takes from the page that opens it was loaded with that page. */
function loadedBefore(key) {
  const pages = [...closure(key)].filter((k) => k !== key && manifest[k].isDynamicEntry);
  return new Set([...shell, ...pages.flatMap((page) => [...closure(page)])]);
}
for (const key of Object.keys(manifest).filter((k) => manifest[k].isDynamicEntry)) {
  const there = loadedBefore(key);
  const own = [...closure(key)].filter((k) => !there.has(k));
  const bytes = sizeOf(own.filter((k) => !isThree(k) && !isCharts(k) && !isEditor(k)));
  const three = sizeOf(own.filter(isThree));
  const charts = sizeOf(own.filter(isCharts));
  const editor = sizeOf(own.filter(isEditor));
  console.log(
    `  ${key.replace('src/', '')} +${(bytes / 1000).toFixed(1)} kB${three ? `, three.js ${(three / 1000).toFixed(1)} kB` : ''}${charts ? `, charts ${(charts / 1000).toFixed(1)} kB` : ''}${editor ? `, editor ${(editor / 1000).toFixed(1)} kB` : ''}`,
  );
  if (bytes > PAGE || three > THREE || charts > CHARTS || editor > EDITOR) large = [...large, key];
}
const isPlayer = (key) => manifest[key].name === 'video';
const uses = (key) => [...closure(key)].some(isPlayer);
const pages = Object.keys(manifest).filter((k) => manifest[k].isDynamicEntry || manifest[k].isEntry);
const needless = pages.filter((k) => uses(k) && !WITH_PLAYER.includes(k));
if (needless.length > 0 || !pages.some(uses)) {
  console.error(`The video player is loaded where nobody plays, or not at all: ${needless.join(', ')}`);
  process.exit(1);
}
if (large.length > 0) {
  console.error(`Larger than the budget: ${large.join(', ')}`);
  process.exit(1);
}
