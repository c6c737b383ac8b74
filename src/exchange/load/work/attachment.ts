/** Loads attachments: links, and files with their contents. */
import { typeOf } from '../../../files/media_types.ts'
import { takeSpace } from '../../../resources/files/rules/space.ts'
import { insert } from '../../../store/change.ts'
import { claimFile } from '../../../store/queries/files/unreferenced.ts'
import { text } from '../../../vocabulary/field.ts'
import { forEachObject, type GivenObject, type Loading, loader, parentOf } from '../given.ts'

const none = { url: null, file_key: null, media_type: null, size: null, application: null }

interface AttachmentValues {
  name: string
  url?: string
  text?: string
  base64?: string
  type?: string
}

/** The content of a file, with its media type; undefined for a link. */
export function contentOf({ name, url, text, base64, type }: AttachmentValues) {
  if ([url, text, base64].filter(one => one !== undefined).length !== 1)
    throw new Error('Must have one of url, text and base64')
  if (url !== undefined) return undefined
  return {
    bytes: Buffer.from(base64 ?? text ?? '', base64 === undefined ? 'utf8' : 'base64'),
    type: typeOf(type, name),
  }
}

/** The columns of a file, which belongs to its attachment from now on. */
async function fileColumns({ tx, workspace, fileKeys }: Loading, { gid, values }: GivenObject<AttachmentValues>) {
  const [file_key, content] = [fileKeys.get(gid), contentOf(values)]
  if (file_key === undefined || !content || !(await claimFile(tx, file_key)))
    throw new Error('Its file cannot be stored here: give it a url instead')
  const { bytes, type: media_type } = content
  await takeSpace(tx, workspace, bytes.length, null)
  return { file_key, media_type, size: bytes.length }
}

export const attachments = loader({
  type: 'attachment',
  fields: {
    name: text({ required: true, max: 255, doc: 'The name of the file or the link.' }),
    url: text({ max: 2048, doc: 'The address of a link.' }),
    text: text({ max: 1_000_000, doc: 'The content of a text file.' }),
    base64: text({ max: 1_500_000, doc: 'The content of any file.' }),
    type: text({ max: 200, doc: 'The media type of a file; by default, what its name says.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { gid, by, created_at, parent } = object
      const { tx, workspace } = into
      const { name, url } = object.values
      const own = url === undefined ? await fileColumns(into, object) : { url }
      await insert(tx, 'attachments', {
        ...{ gid, parent: parentOf(object), parent_type: parent?.type ?? 'task', workspace, ...none, ...own, name },
        ...{ resource_subtype: url === undefined ? 'asana' : 'external', created_by: by, created_at },
        ...{ deleted_at: null, deleted_by: null },
      })
    }),
})
