/** An export of a whole organization: a file with every object in it. Only the service account that requested it sees it. */
import { one, oneOf, timestamp } from '../../vocabulary/field.ts'
import { create, get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { createExport, mustBeServiceAccount } from './rules/create_export.ts'
import { downloadUrl } from './rules/file.ts'

const compact = true

export const organizationExport = resource('organization_export', {
  doc: 'An export of all objects of an organization, as a file.',
  guard: 'organization_export',
  changes: { none: 'only its user can see it' },
  fields: {
    created_at: timestamp({ compact, doc: 'When it was requested.' }),
    download_url: downloadUrl,
    state: oneOf(['pending', 'started', 'finished', 'error'], { compact, doc: 'Whether the file is complete.' }),
    organization: one('workspace', {
      ...{ compact, column: 'workspace', write: 'create', required: true, need: 'view', skipAccessCheck: true },
      doc: 'The organization.',
    }),
  },
})

export const operations = [
  create('/organization_exports', organizationExport, {
    id: 'createOrganizationExport',
    doc: 'Exports an organization. Needs the token of a service account; one export runs at a time.',
    limit: 'job',
    async execute({ tx, actor, publicUrl, body }) {
      mustBeServiceAccount(actor)
      await mustHaveFeature(tx, body.organization, 'exports')
      const gid = tx.gid()
      await createExport(
        { tx, actor, publicUrl },
        { gid, workspace: body.organization, resource_type: 'organization_export', job: null },
      )
      return gid
    },
  }),
  get('/organization_exports/{organization_export_gid}', organizationExport, {
    id: 'getOrganizationExport',
    doc: 'Gets an export of an organization. When it is finished, it has the address of the file.',
  }),
]
