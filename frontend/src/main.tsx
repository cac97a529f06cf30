import '@mantine/core/styles.css';
import '@fontsource-variable/inter';
import './shared/styles/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';

createRoot(document.getElementById('root')!).render(<App />);
