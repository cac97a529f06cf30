// Fails when the shell (entry and what it imports at once) or a page grows past its budget, gzipped.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const SHELL = 160_000;
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
for (const key of Object.keys(manifest).filter((k) => manifest[k].isDynamicEntry)) {
  const own = [...closure(key)].filter((k) => !shell.has(k)).reduce((sum, k) => sum + size(manifest[k].file), 0);
  console.log(`  ${key.replace('src/', '')} +${(own / 1000).toFixed(1)} kB`);
}
if (shellBytes > SHELL) {
  console.error('The shell is larger than its budget.');
  process.exit(1);
}
