/** The check of `doctor` for the storage of files: it answers, and has the files of the latest attachments. */
import { existsSync } from 'node:fs'
import { isKey } from '../../files/files.ts'
import { filesName, openFiles } from '../../files/location.ts'
import { causeOf } from '../../lib/errors.ts'
import { latestFiles } from '../../store/queries/files/attachments.ts'
import { type CheckContext, type Finding, failure, ok } from './check.ts'

/** The first version of the schema with attachments. */
const FIRST_VERSION_WITH_FILES = 12

/** The files that the check looks for. */
const MAX_CHECKED = 20

export async function checkFiles({ settings, inspection, program }: CheckContext): Promise<Finding | undefined> {
  if (!inspection || inspection.version < FIRST_VERSION_WITH_FILES) return undefined
  const found = await latestFiles(inspection.read, MAX_CHECKED)
  const name = filesName(settings.files)
  if (found.length === 0) return ok(`no attachment has a file; they will be in ${name}`)
  if ('folder' in settings.files && !existsSync(settings.files.folder)) {
    return failure(`${name} does not exist, but attachments have files`, 'name the right place with --files')
  }
  const files = openFiles(settings.files, program.clock)
  let missing = 0
  try {
    for (const { key } of found) {
      const file = isKey(key) ? await files.get(key) : undefined
      file?.stream.destroy()
      if (!file) missing++
    }
  } catch (error) {
    return failure(`${name} does not answer (${(causeOf(error) as Error).message})`, 'check the storage and --files')
  }
  if (missing === 0) return ok(`the files of the latest attachments are in ${name}`)
  return failure(
    `${missing} of the latest ${found.length} files are missing in ${name}`,
    'name the right place with --files, or restore the files of a backup',
  )
}
