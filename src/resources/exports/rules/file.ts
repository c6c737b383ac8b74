/** The file of an export. */

/** Where the storage has the file of an export. */
export const exportKey = (gid: number): string => `exports/${gid}`

/** Days for which an export and its file are kept. */
export const EXPORT_RETENTION_DAYS = 30
