/** `move`: a whole installation from one place to another, from engine to engine if wanted. */
import { move as moveStore } from '../../store/copy/move.ts'
import { placeNamed } from '../../store/copy/places.ts'
import type { Command } from '../command.ts'
import { adviceOn, copying, counted, keepKey, keyFile, keyFrom, placeOf } from './copying.ts'

export const move: Command = {
  words: 'move',
  doc: 'Copy everything to an empty folder or database, and compare it. Nobody may serve either meanwhile.',
  options: ['from', 'to', 'key'],
  required: ['from', 'to'],
  async run(settings, program) {
    const [from, to] = [placeOf(settings.from), placeOf(settings.to)]
    const key = keyFrom(settings.key, from)
    const begun = () => void ('folder' in to && key !== null && keepKey(keyFile(to.folder), key))
    const sums = await copying(program, progress => moveStore(from, to, { begun, progress }))
    const kept = 'folder' in from && key !== null && settings.key === undefined ? keyFile(from.folder) : null
    program.print(`Copied ${counted(sums)} to ${placeNamed(to)}, and compared each with its source.
${adviceOn(to, key, kept)}
What is in ${placeNamed(from)} is as it was: serve only one of the two.`)
  },
}
