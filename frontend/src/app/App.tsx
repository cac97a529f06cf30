import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { ChromeProvider } from '../shared/ui/chrome';
import { resolver, theme } from '../shared/styles/theme';
import { makeQueryClient } from './queryClient';
import { Routes } from './Routes';

const client = makeQueryClient();

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <Router>
          <ChromeProvider>
            <Routes />
          </ChromeProvider>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}
