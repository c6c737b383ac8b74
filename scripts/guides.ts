/**
 * `docs/*.md` as pages of the web app, a part of its build. Each guide is a module of its own, which a browser loads
 * when the guide is opened. The texts come from this repository, so they are neither escaped nor filtered.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const LIST = 'virtual:guides'
const ONE = 'virtual:guide/'

/** The guides that people read first; the others follow by name. */
const FIRST = [
  'compatibility',
  'errors',
  'console',
  'oauth',
  'webhooks',
  'live',
  'formulas',
  'provisioning',
  'audit_log',
  'install',
  'settings',
  'operate',
  'store',
  'backup',
  'scaling',
]

interface Heading {
  id: string
  text: string
  level: number
}

interface Guide {
  title: string
  headings: Heading[]
  html: string
  /** Files of `docs/` that the page shows, in the order of `@image0@`. */
  images: string[]
}

const names = (): string[] => {
  const all = globSync('docs/*.md', { cwd: root }).map(path => basename(path, '.md'))
  return [...FIRST.filter(name => all.includes(name)), ...all.filter(name => !FIRST.includes(name)).sort()]
}

/** The anchor of a heading, as common Markdown viewers generate it. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The server path of a link in a guide; undefined for files that only the repository has. */
function target(href: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? []
  const [, folder, name] = /^(reference\/)?(\w+)\.md$/.exec(path) ?? []
  if (folder) return name === 'README' ? '/docs' : `/docs/${name}${hash}`
  if (!name || !existsSync(join(root, 'docs', path))) return undefined
  return name === 'errors' ? `/docs/errors${hash}` : `/docs/guides/${name}${hash}`
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

export function readGuide(markdown: string): Guide {
  const headings: Heading[] = []
  const seen = new Map<string, number>()
  const images: string[] = []
  let title = ''
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens)
        const text = plain(html)
        if (depth === 1) {
          title = text
          return ''
        }
        const count = seen.get(slug(text)) ?? 0
        seen.set(slug(text), count + 1)
        const id = slug(text) + (count > 0 ? `-${count}` : '')
        headings.push({ id, text, level: depth })
        return `<h${depth} id="${id}" tabindex="-1"><a href="#${id}">${html}</a></h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link): string {
        const html = this.parser.parseInline(tokens)
        const to = target(href)
        return to === undefined ? html : `<a href="${attribute(to)}">${html}</a>`
      },
      code({ text }: Tokens.Code): string {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        return `<pre tabindex="0"><code>${escaped}</code></pre>\n`
      },
    },
  })
  const html = (marked.parse(markdown) as string)
    .replaceAll('<table>', '<div class="doc-table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/\b(src|srcset)="(images\/[^"]+)"/g, (_, name: string, path: string) => {
      const known = images.indexOf(path)
      return `${name}="@image${known < 0 ? images.push(path) - 1 : known}@"`
    })
  return { title, headings, html, images }
}

const read = (name: string) => readGuide(readFileSync(join(root, 'docs', `${name}.md`), 'utf8'))

/** `virtual:guides`: the list of guides, and how each is loaded. */
function listModule(): string {
  const entries = names().map(name => {
    const { title, headings } = read(name)
    const load = `load: () => import(${JSON.stringify(ONE + name)})`
    return `{ ...${JSON.stringify({ name, title, headings })}, ${load} }`
  })
  return `export const guides = [${entries.join(',\n')}]`
}

function guideModule(name: string): string {
  const { html, images } = read(name)
  const imports = images.map((path, at) => `import image${at} from ${JSON.stringify(join(root, 'docs', path))}`)
  const parts = html.split(/@image(\d+)@/).map((part, at) => (at % 2 ? `image${part}` : JSON.stringify(part)))
  return [...imports, `export const html = ${parts.join(' + ')}`].join('\n')
}

export const guides = (): Plugin => ({
  name: 'guides',
  resolveId: { filter: { id: /^virtual:guide/ }, handler: id => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:guide/ },
    handler: id => (id === `\0${LIST}` ? listModule() : guideModule(id.slice(ONE.length + 1))),
  },
})
