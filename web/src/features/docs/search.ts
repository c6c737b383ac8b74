/** The search index of the reference: types, operations, fields and sections of guides. */
import { type GuideEntry, guides } from 'virtual:guides'
import { flatten, type Reference } from './document.ts'

export interface SearchHit {
  kind: 'Type' | 'Operation' | 'Field' | 'Guide'
  title: string
  about: string
  /** The path of the page; `hash` is the anchor. */
  path: string
  hash: string | undefined
  method?: string
}

interface SearchEntry extends SearchHit {
  words: string
}

const MAX_HITS = 40

export const guidePath = (name: string) => (name === 'errors' ? '/docs/errors' : `/docs/guides/${name}`)

export const fieldAnchor = (name: string) => `field-${name}`

function guideEntries({ name, title, headings }: GuideEntry): SearchHit[] {
  const path = guidePath(name)
  const sections = headings.map(
    ({ text, id }): SearchHit => ({ kind: 'Guide', title: text, about: title, path, hash: id }),
  )
  return [{ kind: 'Guide', title, about: '', path, hash: undefined }, ...sections]
}

/** The index of all entries, built once for a document. */
export function indexOf({ document, types }: Reference): SearchEntry[] {
  const hits = types.flatMap(({ slug, title, wire, description, operations, schema }): SearchHit[] => {
    const path = `/docs/${slug}`
    const fields = Object.entries((schema && flatten(document, schema).properties) ?? {})
    return [
      { kind: 'Type', title, about: description, path, hash: undefined },
      ...operations.map(
        ({ id, method, summary, path: at }): SearchHit => ({
          ...{ kind: 'Operation', title: summary, about: `${id} ${at}`, path, hash: id, method },
        }),
      ),
      ...fields.map(
        ([name, { description: about = '' }]): SearchHit => ({
          ...{ kind: 'Field', title: `${wire}.${name}`, about, path, hash: fieldAnchor(name) },
        }),
      ),
    ]
  })
  return [...hits, ...guides.flatMap(guideEntries)].map(hit => ({
    ...hit,
    words: `${hit.method ?? ''} ${hit.title} ${hit.about}`.toLowerCase(),
  }))
}

/** The rank of an entry, 0 is best: equal to the first word, beginning with it, containing it in the title, others. */
function rank({ title, about }: SearchEntry, word: string): number {
  const lower = title.toLowerCase()
  if (lower === word || lower.endsWith(`.${word}`) || about.toLowerCase().startsWith(`${word} `)) return 0
  if (lower.startsWith(word) || lower.includes(`.${word}`)) return 1
  return lower.includes(word) ? 2 : 3
}

const ORDER = ['Type', 'Operation', 'Field', 'Guide']

/** The entries that contain every word, best rank first. */
export function find(entries: SearchEntry[], text: string): SearchHit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  const order = (entry: SearchEntry) => rank(entry, first) * ORDER.length + ORDER.indexOf(entry.kind)
  return entries
    .filter(entry => words.every(word => entry.words.includes(word)))
    .toSorted((a, b) => order(a) - order(b))
    .slice(0, MAX_HITS)
}
