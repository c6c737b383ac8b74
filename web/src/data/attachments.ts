/** The files of tasks and projects: read as lists, opened, and uploaded with progress. */
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, Failure, throwNoResponse } from './call.ts'
import { IMAGE_START_BYTES, imageSize, isDecodable } from './image_size.ts'
import type { Gid } from './records.ts'
import { isLocal } from './tasks.ts'

interface Named {
  readonly gid: Gid
  readonly name: string
}

export interface Attachment extends Named {
  readonly resource_subtype: string
  readonly created_at: string
  /** Bytes; null for links, as the media type. */
  readonly size: number | null
  readonly media_type: string | null
  /** The address of a link. */
  readonly view_url: string | null
  readonly parent: (Named & { readonly resource_type: string }) | null
  /** Null for a person who is hidden. */
  readonly created_by: Named | null
}

const API = '/api/1.0/attachments'

/** The limit of the server. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024
const MAX_FILE_TEXT = '100 MB'

/** Why a file is not sent. */
export const tooLargeText = ({ name }: File): string =>
  `“${name}” is larger than ${MAX_FILE_TEXT} and was not attached.`

/** The address of a file in this app. Download links expire; this one leads to a new link each time. */
export const fileAddress = (gid: Gid): string => `/-/attachments/${gid}`

/** The files of a task, or those of a project itself. */
export const attachmentsOf = (type: 'tasks' | 'projects', gid: Gid) =>
  queryOptions({
    queryKey: ['attachments', gid],
    queryFn: async () => (await call<{ files: Attachment[] }>('GET', `/-/${type}/${gid}/files?own=true`)).files,
    enabled: !isLocal(gid),
  })

/** What a list of files is narrowed to. */
export interface FileFilter {
  readonly type: string | null
  readonly person: Gid | null
  /** Days, the last one included. */
  readonly since: string | null
  readonly until: string | null
}

interface FilePage {
  readonly files: readonly Attachment[]
  readonly next: string | null
}

const DAY_MS = 86_400_000

/** The first moment of a day in the time zone of the browser. */
const startOf = (day: string, later = 0): string =>
  new Date(new Date(`${day}T00:00:00`).getTime() + later).toISOString()

function filterQuery({ type, person, since, until }: FileFilter, before: string | null): string {
  const parameters = new URLSearchParams({
    ...(type && { type }),
    ...(person && { person }),
    ...(since && { since: startOf(since) }),
    ...(until && { until: startOf(until, DAY_MS) }),
    ...(before && { before }),
  })
  return parameters.size > 0 ? `?${parameters}` : ''
}

export const projectFiles = (project: Gid, filter: FileFilter) =>
  infiniteQueryOptions({
    queryKey: ['attachments', 'project', project, filter],
    queryFn: ({ pageParam }) => call<FilePage>('GET', `/-/projects/${project}/files${filterQuery(filter, pageParam)}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Takes a file out of all lists that are shown. */
export function withoutFile(client: QueryClient, gid: Gid): void {
  const rest = (files: readonly Attachment[]) => files.filter(file => file.gid !== gid)
  client.setQueriesData<readonly Attachment[] | InfiniteData<FilePage>>({ queryKey: ['attachments'] }, data => {
    if (!data) return data
    if ('pages' in data) return { ...data, pages: data.pages.map(page => ({ ...page, files: rest(page.files) })) }
    return rest(data)
  })
}

/** The first bytes of a file. Throws a Failure. */
async function startOfFile(gid: Gid, bytes: number): Promise<ArrayBuffer> {
  const headers = { range: `bytes=0-${bytes - 1}` }
  const response = await fetch(fileAddress(gid), { headers }).catch(throwNoResponse)
  if (!response.ok) throw new Failure(response.status, 'The file could not be read.')
  return response.arrayBuffer()
}

/** Contents of files never change. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

/** Whether a file is an image that the browser can decode. */
export const isShownImage = (gid: Gid) =>
  queryOptions({
    queryKey: ['file_image', gid],
    queryFn: async () => {
      for (const bytes of IMAGE_START_BYTES) {
        const start = await startOfFile(gid, bytes)
        const size = imageSize(start)
        if (size || start.byteLength < bytes) return isDecodable(size)
      }
      return false
    },
    ...FOREVER,
  })

const MAX_TEXT_BYTES = 256 * 1024

/** The beginning of a text, and whether there is more. */
export const textOfFile = ({ gid, size }: Attachment) =>
  queryOptions({
    queryKey: ['file_text', gid],
    queryFn: async () => ({
      text: new TextDecoder().decode(await startOfFile(gid, MAX_TEXT_BYTES)),
      isCut: (size ?? 0) > MAX_TEXT_BYTES,
    }),
    ...FOREVER,
  })

/** Uploads a file. `onProgress` receives the sent part, from 0 to 1. Throws a Failure. */
export function uploadFile(parent: Gid, file: File, onProgress: (part: number) => void, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', API)
    request.setRequestHeader('x-requested-with', 'workloom')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Failure(0, 'The server does not respond.'))
    request.onabort = () => resolve()
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new Failure(request.status, messageIn(request.responseText)))
    }
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('parent', parent)
    form.append('file', file, file.name)
    request.send(form)
  })
}

function messageIn(body: string): string {
  try {
    return JSON.parse(body).errors[0].message
  } catch {
    return 'The server refused the file.'
  }
}
