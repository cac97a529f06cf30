export const RIGHTS = [
  { value: 'annotations', label: 'Annotations only' },
  { value: 'derived', label: 'Renders and motions' },
  { value: 'media', label: 'Everything, the file included' },
];
