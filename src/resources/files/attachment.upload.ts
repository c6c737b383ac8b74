/**
 * Attaching a file or a link. The content of a file is in the storage before the transaction begins, so a row never
 * refers to a missing file.
 */
import {
  forbidden,
  invalid,
  invalidReference,
  missingInput,
  serviceUnavailable,
  unknownObject,
} from '../../lib/errors.ts'
import { allows, type Right } from '../../policy/rights.ts'
import { getForUpdate, insert } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { ATTACHMENT_PARENTS, type AttachmentParent, attachmentParent } from '../../store/queries/files/attachments.ts'
import { claimFile } from '../../store/queries/files/unreferenced.ts'
import { tableOf } from '../../store/queries/objects.ts'
import { any, type Fields, file, flag, oneOf, text, type Values } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import type { Upload } from '../../vocabulary/upload.ts'
import { attachment } from './attachment.ts'
import { takeSpace } from './rules/space.ts'

const MAX_URL_CHARACTERS = 2048

const content = {
  file: file({ doc: 'The file. Its name is that of the attachment.' }),
  resource_subtype: oneOf(['asana', 'external'], {
    doc: '`external` for a link, which requires `name` and `url`. Other attachments are files.',
  }),
  url: text({ max: MAX_URL_CHARACTERS, doc: 'The address of a link.' }),
  name: text({ max: 1024, doc: 'The name of a link.' }),
  connect_to_app: flag({ doc: 'Whether to connect a link to the application that sends the request.' }),
} satisfies Fields

type ContentInput = Values<typeof content>

/** Throws 403 if the caller cannot attach to an object. People who can comment on a task can attach to it. */
async function mustAttach(reader: Reader, gid: number, right: Right | undefined): Promise<AttachmentParent> {
  const parent = await attachmentParent(reader, gid)
  if (!allows(right, parent.type === 'task' ? 'comment' : 'edit')) throw forbidden(parent.type)
  return parent
}

/** Attaches a file or a link to an object; returns the gid of the attachment. */
async function attach(
  { tx, actor, body, filesQuota }: Pick<WriteCall, 'tx' | 'actor' | 'filesQuota'> & { body: ContentInput },
  { gid: parent, type: parent_type, workspace }: AttachmentParent,
): Promise<number> {
  const gid = tx.gid()
  const own = body.resource_subtype === 'external' ? linkColumns(body, actor.application) : await fileColumns(tx, body)
  if (own.size !== null) await takeSpace(tx, workspace, own.size, filesQuota)
  await insert(tx, 'attachments', {
    ...{ gid, parent, parent_type, workspace, ...own },
    ...{ created_by: actor.gid, created_at: tx.now, deleted_at: null, deleted_by: null },
  })
  return gid
}

const none = { url: null, file_key: null, media_type: null, size: null, application: null }

/** The columns of a file, which belongs to its attachment from now on. */
async function fileColumns(tx: Writer, { file: upload }: { file?: Upload }) {
  if (!upload) throw missingInput('file')
  const { key, name, type, size } = upload
  if (!(await claimFile(tx, key))) throw serviceUnavailable(new Error(`The upload ${key} was discarded.`))
  return { ...none, resource_subtype: 'asana', name, file_key: key, media_type: type, size }
}

function linkColumns({ file: upload, name, url, connect_to_app }: ContentInput, application: number | null) {
  if (upload) throw invalid('file', 'Cannot be given for an external attachment')
  if (!name?.trim()) throw missingInput('name')
  if (!url) throw missingInput('url')
  // A list of harmless schemes: a page may show the address as a link.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw invalid('url', `Not a valid URL: ${url.slice(0, 100)}`)
  if (connect_to_app && application === null) {
    throw invalid('connect_to_app', 'Only an application can connect an attachment')
  }
  return { ...none, resource_subtype: 'external', name, url, application: connect_to_app ? application : null }
}

/** Locks the parent. Another transaction may have deleted it after the rights were checked. */
async function lockParent(tx: Writer, { gid, type }: AttachmentParent, missing: () => Error): Promise<void> {
  const { deleted_at } = await getForUpdate(tx, tableOf(type), gid)
  if (deleted_at !== null) throw missing()
}

export const operations = [
  action('/attachments', attachment, {
    id: 'createAttachmentForObject',
    doc: 'Attaches a file of at most 100 MB, or a link. A file requires `multipart/form-data`, and parts before it are checked before it is received.',
    permissions: [{ name: 'upload_attachments' }],
    // wire: recorded: 200, and only the compact form
    form: 'compact',
    body: {
      parent: any(ATTACHMENT_PARENTS, {
        required: true,
        need: 'comment',
        doc: 'The task, project or project brief. A part before the file, so that the server can check it first.',
      }),
      ...content,
    },
    prepare: ({ reader, body, rights }) => mustAttach(reader, body.parent, rights.parent),
    async execute(call) {
      const parent = await mustAttach(call.tx, call.body.parent, call.rights.parent)
      await lockParent(call.tx, parent, () => invalidReference('parent', parent.gid))
      return attach(call, parent)
    },
  }),
  // wire: an older path, which SDKs still use
  action('/tasks/{task_gid}/attachments', attachment, {
    id: 'createAttachmentForTask',
    doc: 'Attaches a file of at most 100 MB, or a link, to a task.',
    permissions: [{ name: 'upload_attachments' }],
    needs: { task_gid: 'comment' },
    form: 'compact',
    body: content,
    async execute(call) {
      const parent = await attachmentParent(call.tx, call.path.task_gid)
      await lockParent(call.tx, parent, () => unknownObject('task', parent.gid))
      return attach(call, parent)
    },
  }),
]
