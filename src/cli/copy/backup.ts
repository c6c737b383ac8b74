/** `backup`: everything in one file, beside a server that goes on. */
import { makeBackup } from '../../store/copy/backup.ts'
import { BACKED_UP, note } from '../../store/copy/note.ts'
import { placeNamed } from '../../store/copy/places.ts'
import type { Command } from '../command.ts'
import { checkedSource, copying, counted, keyFrom, placeIn } from './copying.ts'

export const backup: Command = {
  words: 'backup',
  doc: 'Write everything to one file, and compare it, also while a server runs.',
  options: ['to', 'data', 'database-url', 'key', 'moved-anyway'],
  required: ['to'],
  async run(settings, program) {
    const [place, { to: file = '' }] = [placeIn(settings), settings]
    // A key that the operator keeps elsewhere stays there.
    const key = settings.key === undefined ? keyFrom(undefined, place) : null
    const card = { made_at: program.clock(), version: program.version, key }
    const { sums, bytes } = await copying(program, async progress => {
      await checkedSource(place, settings.key ?? null, settings)
      const made = await makeBackup({ ...card, place, file, progress })
      // For whoever wants to know how old the last one is; who may only read the data does without.
      await note(place, BACKED_UP, String(card.made_at)).catch(() => undefined)
      return made
    })
    const size = `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    const secret = key
      ? 'The key of the installation is in it: whoever has the file can read the sealed secrets.'
      : 'The key of the installation is not in it: keep that too, apart from the file.'
    program.print(
      `Copied ${counted(sums)} from ${placeNamed(place)} to ${file} (${size}), and compared each.\n${secret}`,
    )
  },
}
