import '@mantine/core/styles.css';
import '@fontsource-variable/inter';
import './shared/styles/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { applyDensity, readDensity } from './shared/lib/density';

applyDensity(readDensity());
createRoot(document.getElementById('root')!).render(<App />);
