/** `restore`: restores a backup to an empty folder or database. */
import type { Settings } from '../../config/settings.ts'
import { checkFree, type DataLocation, locationName } from '../../store/transfer/location.ts'
import { type Backup, openBackup, restore as restoreTo } from '../../store/transfer/restore.ts'
import type { TransferSource } from '../../store/transfer/source.ts'
import { type Progress, within } from '../../store/transfer/transfer.ts'
import type { Command } from '../command.ts'
import { keyFile } from '../key/key.ts'
import { FilesCopy, filesOfBackup } from './files.ts'
import { checkKey, countText, keyAdvice, locationIn, runTransfer, sameKey, writeKey } from './run_transfer.ts'

export const restore: Command = {
  words: 'restore',
  doc: 'check a backup and restore it to an empty folder or database',
  options: ['from', 'data', 'database-url', 'files', 'key'],
  required: ['from'],
  async main(settings, program) {
    const [location, { from: file = '' }] = [locationIn(settings), settings]
    const files = new FilesCopy(filesOfBackup(file), settings.files, program.clock)
    const done = await runTransfer(program, async progress => {
      // The backup may be large, so an unusable location is refused first.
      await checkFree(location)
      const backup = await openBackup(file, within(progress, 0, 0.3))
      return restoreBackup(backup, location, settings, { files, progress: within(progress, 0.3, 1) })
    })
    const { version, created_at } = done.manifest
    program.print(`Copied ${countText(done.checksums)} to ${locationName(location)}, and compared each with the backup.${files.text}
The backup was made by Workloom ${version} at ${new Date(created_at).toISOString()}.
${keyAdvice(location, done.key, done.keyPath)}`)
  },
}

async function restoreBackup(
  backup: Backup,
  location: DataLocation,
  { key: given, keySource }: Settings,
  { files, progress }: { files: FilesCopy; progress: Progress },
) {
  const key = sameKey(given, backup.manifest.key, 'the backup')
  if (key !== null) {
    await checkKey(backup.source, key, keySource).catch(async error => {
      await backup.source.close()
      throw error
    })
  }
  // A database cannot store it. Next to the backup, which contains it too, it is readable to no one else.
  const backupKeyPath = given === undefined && key !== null ? `${backup.file}.key` : null
  const keyPath = 'folder' in location ? keyFile(location.folder) : backupKeyPath
  const begun = (source: TransferSource) => {
    if (keyPath !== null && key !== null) writeKey(keyPath, key)
    return files.run(source)
  }
  await restoreTo(backup, location, { onBegin: begun, progress })
  return { ...backup, key, keyPath }
}
