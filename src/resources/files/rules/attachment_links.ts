/** The addresses of attachments, for each reader. */
import type { LoadMany, Row } from '../../../vocabulary/field.ts'

/** The path of the console that redirects to a file; the gid follows. */
const ATTACHMENT_PAGE = '/-/attachments/'

const isFile = ({ file_key: key }: Row) => typeof key === 'string'

export const downloadUrls: LoadMany = (rows, { downloads, publicUrl }) =>
  rows.map(row =>
    isFile(row) ? `${publicUrl}${downloads.path({ key: String(row.file_key), name: String(row.name) })}` : null,
  )

// wire: recording 2026: the same address as `download_url`
export const viewUrls: LoadMany = async (rows, context) => {
  const ofFiles = await downloadUrls(rows, context)
  return rows.map((row, index) => (isFile(row) ? ofFiles[index] : row.url))
}

export const permanentUrls: LoadMany = (rows, { publicUrl }) =>
  rows.map(row => (isFile(row) ? `${publicUrl}${ATTACHMENT_PAGE}${row.gid}` : null))

export const isConnected: LoadMany = (rows, { actor }) =>
  rows.map(({ application }) => application !== null && application === actor.application)
