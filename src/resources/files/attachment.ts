/**
 * An attachment is a file of a task, a project or a project brief, with the rights of that, or a link to a page
 * elsewhere. It cannot be changed, only deleted. The content is in the storage of files; the row has its key.
 */
import { notAllowed, unknownObject } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { getForUpdate, update } from '../../store/change.ts'
import { ATTACHMENT_PARENTS } from '../../store/queries/files/attachments.ts'
import { any, computed, number, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing, remove } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { attachmentChanges } from './rules/attachment_changes.ts'
import { downloadUrls, isConnected, permanentUrls, viewUrls } from './rules/attachment_links.ts'

/** Where contents are. This server stores files and links; the others are those of the published API. */
const hosts = ['asana', 'dropbox', 'gdrive', 'onedrive', 'box', 'vimeo', 'external'] as const

export const attachment = resource('attachment', {
  doc: 'A file of a task, a project or a project brief, or a link to a page elsewhere.',
  guard: 'attachment',
  changes: { mapper: attachmentChanges },
  fields: {
    name: text({ compact: true, doc: 'The name of the file or the link.' }),
    resource_subtype: oneOf(hosts, {
      compact: true,
      doc: 'Where the content is: `asana` for a file on this server, `external` for a link.',
    }),
    created_at: timestamp({ doc: 'When it was created.' }),
    download_url: computed(['file_key', 'name'], downloadUrls, {
      nullable: true,
      doc: 'The address of the file for about two minutes. It needs no token. Null for a link.',
    }),
    host: oneOf(hosts, { column: 'resource_subtype', doc: 'The same as `resource_subtype`.' }),
    parent: any(ATTACHMENT_PARENTS, { skipAccessCheck: true, doc: 'The task, project or project brief.' }),
    permanent_url: computed(['file_key'], permanentUrls, {
      nullable: true,
      doc: 'The address of the file that does not change, for people who are signed in. Null for a link.',
    }),
    view_url: computed(['file_key', 'name', 'url'], viewUrls, {
      nullable: true,
      doc: 'The address to show: that of a link, or `download_url`.',
    }),
    size: number({ subtypes: ['asana'], optIn: true, doc: 'The size of the file, in bytes.' }),
    connected_to_app: computed(['application'], isConnected, {
      optIn: true,
      shows: 'flag',
      doc: 'Whether it is connected to the application that sends the request.',
    }),
  },
})

export const operations = [
  list('/attachments', attachment, {
    id: 'getAttachmentsForObject',
    doc: 'Lists the attachments of a task, a project or a project brief, the oldest first.',
    query: { parent: any(ATTACHMENT_PARENTS, { required: true, doc: 'The task, project or project brief.' }) },
    execute: listing('attachment', ({ query: { parent } }) => ({ where: { parent }, order: ['gid'], guarded: false })),
  }),
  // wire: an older path, which SDKs still use
  list('/tasks/{task_gid}/attachments', attachment, {
    id: 'getAttachmentsForTask',
    doc: 'Lists the attachments of a task, the oldest first.',
    execute: listing('attachment', ({ path }) => ({
      where: { parent: path.task_gid },
      order: ['gid'],
      guarded: false,
    })),
  }),
  get('/attachments/{attachment_gid}', attachment, { id: 'getAttachment', doc: 'Gets an attachment.' }),
  remove('/attachments/{attachment_gid}', attachment, {
    id: 'deleteAttachment',
    doc: 'Deletes an attachment.',
    // People can delete what they attached where they can only comment, as comments.
    needs: { attachment_gid: 'comment' },
    async execute({ tx, actor, path, rights }) {
      const { gid, parent, parent_type, created_by, deleted_at } = await getForUpdate(
        tx,
        'attachments',
        path.attachment_gid,
      )
      if (created_by !== actor.gid && !allows(rights.attachment_gid, 'edit')) {
        throw notAllowed('Only the person who attached it and editors of its parent can delete an attachment.')
      }
      if (deleted_at !== null) throw unknownObject('attachment', gid)
      await update(tx, 'attachments', { gid }, { deleted_at: tx.now, deleted_by: actor.gid })
      // wire: contract: a task is modified when an attachment is deleted
      if (parent_type === 'task') await update(tx, 'tasks', { gid: parent }, { modified_at: tx.now })
    },
  }),
]
