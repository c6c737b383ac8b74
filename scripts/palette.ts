/**
 * `npm run node -- scripts/palette.ts`: writes `web/src/style/palette.css`, the colours of projects, tags and options by
 * their API names, as hex values computed from OKLCH.
 *
 * Invariants:
 * - White text on `dark-x`, dark text on `light-x`, and the text of chips have a contrast of at least 4.5.
 * - A colour outside sRGB loses chroma, never lightness or hue.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Hue in degrees, and the share of the usual chroma. */
type Hue = readonly [degrees: number, chroma: number]

/** Lightness and chroma of OKLCH. */
type Tone = readonly [lightness: number, chroma: number]

const COLORFUL = 1
const MUTED = 0.5
const GRAY = 0.1

const HUES: Readonly<Record<string, Hue>> = {
  pink: [350, COLORFUL],
  'hot-pink': [340, COLORFUL],
  red: [25, COLORFUL],
  orange: [55, COLORFUL],
  brown: [60, MUTED],
  'yellow-orange': [75, COLORFUL],
  yellow: [95, COLORFUL],
  'yellow-green': [122, COLORFUL],
  green: [148, COLORFUL],
  teal: [190, COLORFUL],
  'blue-green': [190, COLORFUL],
  aqua: [205, COLORFUL],
  blue: [255, COLORFUL],
  indigo: [280, COLORFUL],
  purple: [305, COLORFUL],
  magenta: [330, COLORFUL],
  'cool-gray': [280, GRAY],
  'warm-gray': [70, GRAY],
}

/** The hues that projects and tags have, each as `dark-x` and `light-x`. */
const PROJECT_HUES = ['pink', 'green', 'blue', 'red', 'teal', 'brown', 'orange', 'purple', 'warm-gray']

const DARK: Tone = [0.53, 0.13]
const LIGHT: Tone = [0.8, 0.105]
const PLAIN: Tone = [0.65, 0.15]
const CHIP: readonly [light: Tone, dark: Tone] = [
  [0.945, 0.035],
  [0.29, 0.05],
]
const CHIP_INK: readonly [light: Tone, dark: Tone] = [
  [0.42, 0.11],
  [0.87, 0.075],
]

type Rgb = readonly [red: number, green: number, blue: number]

/** Linear sRGB of an OKLCH colour; components outside 0 to 1 are outside the gamut. */
function linear(lightness: number, chroma: number, degrees: number): Rgb {
  const angle = (degrees * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const TOLERANCE = 0.0005
const isInside = (rgb: Rgb) => rgb.every(part => part >= -TOLERANCE && part <= 1 + TOLERANCE)

function encode(part: number): string {
  const clipped = Math.min(1, Math.max(0, part))
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}

const CHROMA_STEP = 0.001

function hex([degrees, share]: Hue, [lightness, chroma]: Tone): string {
  let used = chroma * share
  while (used > 0 && !isInside(linear(lightness, used, degrees))) used -= CHROMA_STEP
  return `#${linear(lightness, Math.max(0, used), degrees).map(encode).join('')}`
}

/** The hue of a colour name: `dark-pink` and `light-pink` have that of `pink`. */
function hueOf(name: string): Hue {
  const hue = HUES[name.replace(/^(?:dark|light)-/, '')]
  if (!hue) throw new Error(`No hue for the colour ${name}.`)
  return hue
}

function rule(name: string): string {
  const hue = hueOf(name)
  const pair = ([light, dark]: readonly [Tone, Tone]) => `light-dark(${hex(hue, light)}, ${hex(hue, dark)})`
  const ink = name.startsWith('light-') || !name.startsWith('dark-') ? '--palette-dark-ink' : '--palette-light-ink'
  return [
    `.color-${name} {`,
    `  --solid: var(--color-${name});`,
    `  --solid-ink: var(${ink});`,
    `  --chip: ${pair(CHIP)};`,
    `  --chip-ink: ${pair(CHIP_INK)};`,
    '}',
  ].join('\n')
}

const toneOf = (name: string): Tone => (name.startsWith('dark-') ? DARK : name.startsWith('light-') ? LIGHT : PLAIN)
const names = [...Object.keys(HUES), ...PROJECT_HUES.flatMap(hue => [`dark-${hue}`, `light-${hue}`])]
const properties = names.map(name => `  --color-${name}: ${hex(hueOf(name), toneOf(name))};`)

const text = `/* Colours by API name. Written by scripts/palette.ts: do not edit. */

:root {
  --palette-light-ink: #ffffff;
  --palette-dark-ink: #1f1d2b;
${properties.join('\n')}
}

/* The class of a colour name sets the colours of an element: solid (icons, bars) and chip, each with its text. */
${names.map(rule).join('\n\n')}
`

writeFileSync(join(import.meta.dirname, '../web/src/style/palette.css'), text)
