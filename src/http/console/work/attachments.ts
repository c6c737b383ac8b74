/** The permanent addresses of files: they redirect people who are signed in to a download link. */
import { notFound } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { fileOf } from '../../../store/queries/files/attachments.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/attachments/:attachment_gid', {
    doc: 'The file of an attachment: redirects to a download link. A person without a session signs in first.',
    page: true,
    async execute({ console, actor, path: { attachment_gid: gid = 0 } }) {
      const { read } = console.store
      const visible = await rights(read, actor.gid, 'attachment', [gid])
      const file = allows(visible.get(gid), 'view') ? await fileOf(read, gid) : undefined
      if (!file) throw notFound('attachment', gid)
      return { location: console.downloads.path(file) }
    },
  }),
]
