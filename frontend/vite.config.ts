import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const backend = process.env.AFFECTORY_BACKEND ?? 'http://127.0.0.1:8000';

/** The editor of plans: CodeMirror and what it is made of. */
const EDITOR = /node_modules[\\/](@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)[\\/]/;
/** What only draws charts, and our two files that call it: nothing in there is asked for by the rest of the site. */
const CHARTS =
  /src[\\/]shared[\\/]charts[\\/](BandChart|Bars)|node_modules[\\/](@mantine[\\/]charts|@reduxjs|@standard-schema|d3-[a-z]+|decimal\.js-light|es-toolkit|eventemitter3|immer|internmap|react-is|react-redux|recharts|redux|redux-thunk|reselect|tiny-invariant|use-sync-external-store[\\/].*with-selector|victory-vendor)/;

// Django serves dist/ under /static/app/ and sends index.html for every address that is not its own.
export default defineConfig(({ command }) => ({
  base: command === 'build' ? '/static/app/' : '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // The shell names every file that pages bring along, and letters of digests do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // three.js is loaded by the pages that show something in 3D, charts by those that draw some, the editor of plans
        // after the page that composes; by nothing else.
        // Only what matches goes there: what the rest of the site needs as well stays out.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'three', test: /node_modules[\\/]three[\\/]/ },
            { name: 'charts', test: CHARTS },
            { name: 'editor', test: EDITOR },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/admin-site'].map((path) => [path, { target: backend, changeOrigin: false }]),
    ),
  },
  test: { environment: 'node', include: ['src/**/*.test.ts', 'src/**/*.test.tsx'] },
}));
