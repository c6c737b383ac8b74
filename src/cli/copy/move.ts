/** `move`: moves an installation to another location, also to another engine. */
import { move as moveStore } from '../../store/copy/move.ts'
import { placeNamed } from '../../store/copy/places.ts'
import type { Command } from '../command.ts'
import { keyFile } from '../key/key.ts'
import { adviceOn, checkedSource, copying, counted, keepKey, keyFrom, placeOf } from './copying.ts'

export const move: Command = {
  words: 'move',
  doc: 'copy all data to an empty folder or database, while no server runs',
  options: ['from', 'to', 'key', 'moved-anyway'],
  required: ['from', 'to'],
  async run(settings, program) {
    const [from, to] = [placeOf(settings.from), placeOf(settings.to)]
    const key = keyFrom(settings.key, from)
    const begun = () => void ('folder' in to && key !== null && keepKey(keyFile(to.folder), key))
    const sums = await copying(program, async progress => {
      await checkedSource(from, key, settings)
      return moveStore(from, to, { begun, progress })
    })
    const kept = 'folder' in from && key !== null && settings.key === undefined ? keyFile(from.folder) : null
    program.print(`Copied ${counted(sums)} to ${placeNamed(to)}, and compared each with its source.
${adviceOn(to, key, kept)}
The data in ${placeNamed(from)} is unchanged and marked as moved: no command uses it without --moved-anyway.`)
  },
}
