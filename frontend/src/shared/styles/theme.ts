import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const brand: MantineColorsTuple = ['#eef0ff', '#dde2fd', '#bac3fa', '#94a1f6', '#7383f0', '#5c6ee6', '#4c5fda', '#3f51c7', '#3543a6', '#2b3788'];
const ok: MantineColorsTuple = ['#e3f5f0', '#c9ebe2', '#98dac9', '#63c8ae', '#37b796', '#1a9e80', '#0f8a6e', '#0b7461', '#085c4d', '#06483d'];
const no: MantineColorsTuple = ['#fdece5', '#f9d6c8', '#f3b095', '#ee8a62', '#e66a3a', '#d65220', '#c44515', '#b23a0e', '#8f2f0c', '#70250a'];
const dark: MantineColorsTuple = ['#e9ecf0', '#b4bcc7', '#8f99a7', '#6e7887', '#3a4049', '#2c3138', '#21252b', '#191c21', '#111317', '#0b0c0f'];

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, ok, no, dark },
  autoContrast: true,
  luminanceThreshold: 0.36,
  defaultRadius: 'sm',
  fontFamily: "'Inter Variable', 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "'DejaVu Sans Mono', ui-monospace, Menlo, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.45', xl: '1.3' },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  headings: { fontWeight: '620', sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } } },
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    FileInput: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true, fz: 12 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
  },
});

export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f5f6f8', '--mantine-color-text': '#16191f', '--mantine-color-dimmed': '#5a6473',
    '--mantine-color-default': '#ffffff', '--mantine-color-default-border': '#c9cfd8', '--mantine-color-default-hover': '#f0f2f5',
    '--mantine-color-placeholder': '#6a7483', '--mantine-color-brand-light': '#eceffd', '--mantine-color-brand-light-hover': '#dde2fd',
    '--mantine-color-brand-light-color': '#3543a6',
    '--mantine-color-ok-light': '#e2f4ef', '--mantine-color-ok-light-hover': '#c9ebe2', '--mantine-color-ok-light-color': '#0b7461',
    '--mantine-color-no-light': '#fcece5', '--mantine-color-no-light-hover': '#f9d6c8', '--mantine-color-no-light-color': '#b23a0e',
    '--mantine-color-gray-light-color': '#47505e', '--mantine-color-error': '#b23a0e', '--mantine-color-anchor': '#3f51c7',
  },
  dark: {
    '--mantine-color-body': '#111317', '--mantine-color-text': '#e9ecf0', '--mantine-color-dimmed': '#98a2b0',
    '--mantine-color-default': '#191c21', '--mantine-color-default-border': '#3a4049', '--mantine-color-default-hover': '#21252b',
    '--mantine-color-placeholder': '#8a94a2', '--mantine-color-brand-light': '#252c4d', '--mantine-color-brand-light-hover': '#2e3660',
    '--mantine-color-brand-light-color': '#b6c0ff',
    '--mantine-color-ok-light': '#12322b', '--mantine-color-ok-light-hover': '#18443a', '--mantine-color-ok-light-color': '#4fcab0',
    '--mantine-color-no-light': '#3e2116', '--mantine-color-no-light-hover': '#50291b', '--mantine-color-no-light-color': '#ff9d75',
    '--mantine-color-gray-light-color': '#b9c1cb', '--mantine-color-error': '#ff9d75', '--mantine-color-anchor': '#9dabff',
  },
});
