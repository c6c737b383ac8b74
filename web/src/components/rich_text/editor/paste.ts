/**
 * Pasted and dropped content. The schema keeps only the elements of the profile; styles and scripts are removed before
 * the browser reads them. Files are not part of a text: they go to the caller.
 */
import { Fragment, type Schema, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { isAddress } from '../xml.ts'
import { setLink } from './commands.ts'
import { isMarkdown, readMarkdown, readPlain } from './markdown.ts'

/** Elements whose text is not content, and attributes that the content security policy would report. */
const NOT_CONTENT = /<(style|script|title|noscript|template|iframe|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?-->/gi

/** Removes what a page can neither show nor run. What remains is only parsed, never inserted. */
function withoutStyles(html: string): string {
  const content = html.replace(NOT_CONTENT, '')
  return content.replace(/<[a-z][^>]*>/gi, tag =>
    tag.replace(/\s(?:on[a-z]+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, keepFormat),
  )
}

/** What styles say about text in word processors, as an attribute that the schema knows. */
function keepFormat(attribute: string): string {
  if (!/^\sstyle/i.test(attribute)) return ''
  const formats = FORMATS.flatMap(([name, pattern]) => (pattern.test(attribute) ? [name] : []))
  return formats.length > 0 ? ` data-format="${formats.join(' ')}"` : ''
}

const FORMATS: readonly (readonly [name: string, style: RegExp])[] = [
  ['normal', /font-weight\s*:\s*(?:normal|400)/i],
  ['strong', /font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['em', /font-style\s*:\s*italic/i],
  ['s', /text-decoration[a-z-]*\s*:[^;]*line-through/i],
]

function readText(text: string, schema: Schema, isPlain: boolean): Slice {
  const unified = text.replace(/\r\n?/g, '\n')
  const blocks = !isPlain && isMarkdown(unified) ? readMarkdown(unified, schema) : readPlain(unified, schema)
  const isText = (block: (typeof blocks)[number] | undefined) => (block?.type.name === 'paragraph' ? 1 : 0)
  return new Slice(Fragment.from(blocks), isText(blocks[0]), isText(blocks.at(-1)))
}

export function pastePlugin(schema: Schema, onFiles: (files: File[]) => boolean): Plugin {
  const takeFiles = (transfer: DataTransfer | null): boolean => {
    const files = [...(transfer?.files ?? [])]
    // Office programs add a picture of the text to the text.
    const isText = transfer?.types.includes('text/html') && transfer.types.includes('text/plain')
    return files.length > 0 && !isText && onFiles(files)
  }
  return new Plugin({
    props: {
      transformPastedHTML: withoutStyles,
      clipboardTextParser: (text, _context, isPlain) => readText(text, schema, isPlain),
      handlePaste: (view, event) => {
        if (takeFiles(event.clipboardData)) return true
        const text = event.clipboardData?.getData('text/plain').trim() ?? ''
        if (view.state.selection.empty || !isAddress(text) || /\s/.test(text)) return false
        return setLink(text)(view.state, view.dispatch)
      },
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && takeFiles(event.dataTransfer),
    },
  })
}
