/** The file of an export, and the fields that show it. */
import { computed, type Row, timestamp } from '../../../vocabulary/field.ts'

/** Where the storage has the file of an export. */
export const exportKey = (gid: number): string => `exports/${gid}`

// wire: resource-behaviours 5.6: an address is valid for about an hour
const LINK_LIFETIME_MS = 60 * 60 * 1000

const NAMES: Record<string, string> = {
  graph_export: 'json.gz',
  organization_export: 'json.gz',
  export_request: 'jsonl.gz',
}

const nameOf = ({ gid, resource_type }: Row): string => `${resource_type}_${gid}.${NAMES[String(resource_type)]}`

export const downloadUrl = computed(
  ['state', 'resource_type'],
  (rows, { downloads, publicUrl }) =>
    rows.map(row => {
      if (row.state !== 'finished') return null
      return publicUrl + downloads.path({ key: exportKey(row.gid), name: nameOf(row) }, LINK_LIFETIME_MS)
    }),
  { compact: true, nullable: true, doc: 'The address of the file for an hour; null before the export is finished.' },
)

/** The fields of an export that a job names. */
export const exportFields = {
  created_at: timestamp({ compact: true, doc: 'When it was requested.' }),
  download_url: downloadUrl,
  completed_at: timestamp({ compact: true, nullable: true, doc: 'When the file was complete.' }),
}
