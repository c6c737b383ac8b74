/** `backup`: writes all data to one file, also while a server runs. */
import { createBackup } from '../../store/transfer/backup.ts'
import { locationName } from '../../store/transfer/location.ts'
import { BACKED_UP, writeSetting } from '../../store/transfer/setting.ts'
import type { TransferSource } from '../../store/transfer/source.ts'
import type { Command } from '../command.ts'
import { FilesCopy, filesOfBackup } from './files.ts'
import { checkSource, countText, locationIn, runTransfer, transferKey } from './run_transfer.ts'

export const backup: Command = {
  words: 'backup',
  doc: 'write all data to one file, also while a server runs',
  options: ['to', 'data', 'database-url', 'files', 'without-files', 'key', 'moved-anyway'],
  required: ['to'],
  async main(settings, program) {
    const [location, { to: file = '' }] = [locationIn(settings), settings]
    // A key that the operator stores elsewhere does not go into the backup.
    const key = settings.key === undefined ? transferKey(undefined, location) : null
    const manifest = { created_at: program.clock(), version: program.version, key }
    const files = new FilesCopy(settings.files, filesOfBackup(file), program.clock)
    const onBegin = settings.withoutFiles ? () => undefined : (source: TransferSource) => files.run(source)
    const { checksums, bytes } = await runTransfer(program, async progress => {
      await checkSource(location, settings.key ?? null, settings)
      const made = await createBackup({ ...manifest, location, file, progress, onBegin })
      // Records the time for doctor. An operator who can only read the data can still make backups.
      await writeSetting(location, BACKED_UP, String(manifest.created_at)).catch(() => undefined)
      return made
    })
    const size = `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    const secret = key
      ? 'It contains the key of the installation: anyone who has the file can read the sealed secrets.'
      : 'It does not contain the key of the installation: store that too, separately from the file.'
    program.print(
      `Copied ${countText(checksums)} from ${locationName(location)} to ${file} (${size}), and compared each.${files.text}\n${secret}`,
    )
  },
}
