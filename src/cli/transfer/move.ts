/** `move`: moves an installation to another location, also to another engine. */

import { filesOf } from '../../config/settings.ts'
import { locationName } from '../../store/transfer/location.ts'
import { move as moveStore } from '../../store/transfer/move.ts'
import type { TransferSource } from '../../store/transfer/source.ts'
import type { Command } from '../command.ts'
import { keyFile } from '../key/key.ts'
import { FilesCopy } from './files.ts'
import { checkSource, countText, keyAdvice, parseLocation, runTransfer, transferKey, writeKey } from './run_transfer.ts'

export const move: Command = {
  words: 'move',
  doc: 'copy all data to an empty folder or database, while no server runs',
  options: ['from', 'to', 'from-files', 'to-files', 'key', 'moved-anyway'],
  required: ['from', 'to'],
  async main(settings, program) {
    const [from, to] = [parseLocation(settings.from), parseLocation(settings.to)]
    const key = transferKey(settings.key, from)
    const { fromFiles = filesOf(from), toFiles = filesOf(to) } = settings
    const files = new FilesCopy(fromFiles, toFiles, program.clock)
    const begun = (source: TransferSource) => {
      if ('folder' in to && key !== null) writeKey(keyFile(to.folder), key)
      return files.run(source)
    }
    const checksums = await runTransfer(program, async progress => {
      await checkSource(from, key, settings)
      return moveStore(from, to, { onBegin: begun, progress })
    })
    const keyPath = 'folder' in from && key !== null && settings.key === undefined ? keyFile(from.folder) : null
    program.print(`Copied ${countText(checksums)} to ${locationName(to)}, and compared each with its source.${files.text}
${keyAdvice(to, key, keyPath)}
The data in ${locationName(from)} is unchanged and marked as moved: no command uses it without --moved-anyway.`)
  },
}
