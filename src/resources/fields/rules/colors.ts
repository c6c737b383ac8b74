/** The colours of options. */

// wire: recorded and the product: the colours of options
export const colors = [
  'none',
  'red',
  'orange',
  'yellow-orange',
  'yellow',
  'yellow-green',
  'green',
  'blue-green',
  'aqua',
  'blue',
  'indigo',
  'purple',
  'magenta',
  'hot-pink',
  'pink',
  'cool-gray',
] as const
