/** Golden pictures: a screenshot is compared with a picture in the repository, with a tolerance. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writesGolden } from '../harness/golden.ts'
import { colorDistance, decodePng, encodePng, type Picture } from './png.ts'

const root = join(import.meta.dirname, '../..')
const DIFFERENCES = join(tmpdir(), 'workloom-snapshots')

/** Above the error of the palette, below the contrast of a line with its ground. */
const COLOR_TOLERANCE = 16
/** The pixels that may differ: edges of letters, which versions of the browser draw differently. */
const PIXEL_TOLERANCE = 40
const MARK = 0xff0000

/** The places of the pixels that differ. */
function differences(actual: Picture, expected: Picture): number[] {
  const found: number[] = []
  actual.pixels.forEach((color, at) => {
    if (colorDistance(color, expected.pixels[at] ?? MARK) > COLOR_TOLERANCE) found.push(at)
  })
  return found
}

function write(path: string, picture: Picture): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, encodePng(picture))
  return path
}

/**
 * Compares a screenshot with the PNG at `path` (from the root of the project), or writes it there. If it differs, the
 * picture and its differences are stored in the temporary folder.
 */
export function goldenPicture(path: string, name: string, screenshot: Buffer): void {
  const actual = decodePng(screenshot)
  const file = join(root, path, `${name}.png`)
  if (writesGolden) {
    write(file, actual)
    return
  }
  assert.ok(existsSync(file), `${path}/${name}.png is missing`)
  const expected = decodePng(readFileSync(file))
  assert.deepEqual([actual.width, actual.height], [expected.width, expected.height])
  const places = differences(actual, expected)
  if (places.length <= PIXEL_TOLERANCE) return
  const pixels = actual.pixels.slice()
  for (const place of places) pixels[place] = MARK
  const stored = [
    write(join(DIFFERENCES, `${name}.png`), actual),
    write(join(DIFFERENCES, `${name}_differences.png`), { ...actual, pixels }),
  ]
  assert.fail(`${places.length} pixels differ from ${path}/${name}.png. See ${stored.join(' and ')}.`)
}
