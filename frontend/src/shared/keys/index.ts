export { K, KeyCap, useKeyboardLayout, useKeyName } from './K';
export { useKeyPreferences, writeKeyPreferences, readKeyPreferences } from './preferences';
export {
  BINDINGS,
  LAYER_TITLES,
  PAGE_LAYERS,
  bindingName,
  clashesWith,
  keyName,
  type Binding,
  type BindingId,
  type KeyLayer,
} from './registry';
export { isTyping, layerOf, runBinding, useAwakeBindings, useKeys, type Handlers } from './useKeys';
export { usePageKeys } from './usePageKeys';
