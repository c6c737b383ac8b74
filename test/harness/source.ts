/**
 * A parser of TypeScript files without a compiler, sufficient for the architecture rules: imports, string literals, and
 * the beginning and end of functions. It relies on the layout of the formatter: a method starts its line, and a
 * continued expression is indented further.
 *
 * Invariant: `code` is as long as `text`, with comments, regular expressions and string contents replaced by spaces. So
 * a pattern that matches `code` matches code, and offsets are the same in both.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

export interface Literal {
  readonly at: number
  /** The text between the quotes; an expression inside a template is written `?`. */
  readonly body: string
}

export interface Import {
  readonly line: number
  /** The path from the project's root for a local file; the unchanged specifier for a package. */
  readonly target: string
  readonly local: boolean
}

export interface Body {
  readonly name: string
  readonly line: number
  readonly lines: number
}

export interface Source {
  readonly path: string
  readonly text: string
  readonly code: string
  readonly lines: number
  readonly isTest: boolean
  readonly literals: readonly Literal[]
  readonly imports: readonly Import[]
}

/** Every TypeScript file below the existing folders, sorted by path. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  const paths: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (entry.name.endsWith('.ts')) paths.push(path)
    }
  }
  const present = new Set(readdirSync(root))
  for (const folder of folders) if (present.has(folder)) walk(folder)
  return paths.sort().map(path => readSource(path, readFileSync(`${root}/${path}`, 'utf8')))
}

export function readSource(path: string, text: string): Source {
  const { code, literals } = mask(text)
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const imports = findImports(path, code, literals)
  return { path, text, code, lines, isTest: path.endsWith('.test.ts'), literals, imports }
}

export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

// ——— characters to code and literals

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|in|of|await|yield))\s*$/

interface Template {
  readonly at: number
  body: string
  depth: number
}

/** Scans one file from left to right; `open` holds the templates whose `${…}` is being scanned. */
class Reader {
  readonly text: string
  readonly literals: Literal[] = []
  private readonly open: Template[] = []
  private code = ''
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  read(): string {
    while (this.at < this.text.length) this.step(this.text.charAt(this.at))
    return this.code
  }

  private step(char: string): void {
    const template = this.open.at(-1)
    if (char === '/') this.slash()
    else if (char === "'" || char === '"') this.quoted()
    else if (char === '`') {
      const started = { at: this.at, body: '', depth: 0 }
      this.open.push(started)
      this.keep(1)
      this.templateText(started)
    } else if (template && char === '}' && template.depth === 0) {
      this.blank(1)
      this.templateText(template)
    } else {
      if (template && char === '{') template.depth++
      if (template && char === '}') template.depth--
      this.keep(1)
    }
  }

  private slash(): void {
    const hidden = this.match(COMMENT) || (BEFORE_REGEX.test(this.code.slice(-200)) ? this.match(REGEX) : '')
    if (hidden) this.blank(hidden.length)
    else this.keep(1)
  }

  private quoted(): void {
    const literal = this.match(QUOTED)
    if (literal) this.literals.push({ at: this.at, body: literal.slice(1, -1) })
    this.keep(1)
    this.blank(Math.max(0, literal.length - 2))
    if (literal) this.keep(1)
  }

  private templateText(template: Template): void {
    const part = this.match(TEMPLATE_TEXT)
    template.body += part
    this.blank(part.length)
    if (this.text.startsWith('${', this.at)) {
      template.body += '?'
      this.blank(2)
    } else {
      this.open.pop()
      this.literals.push({ at: template.at, body: template.body })
      this.keep(1)
    }
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0] ?? ''
  }

  private keep(length: number): void {
    this.code += this.text.slice(this.at, this.at + length)
    this.at += length
  }

  private blank(length: number): void {
    this.code += this.text.slice(this.at, this.at + length).replaceAll(/[^\n]/g, ' ')
    this.at += length
  }
}

function mask(text: string): { code: string; literals: Literal[] } {
  const reader = new Reader(text)
  return { code: reader.read(), literals: reader.literals }
}

// ——— imports

const IMPORT = /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*(?=['"])|\bimport\s*\(?\s*(?=['"`])/g

function findImports(path: string, code: string, literals: readonly Literal[]): Import[] {
  const bodies = new Map(literals.map(literal => [literal.at, literal.body]))
  return [...code.matchAll(IMPORT)].map(match => {
    const at = match.index + match[0].length
    const specifier = bodies.get(at) ?? ''
    const local = specifier.startsWith('.')
    const target = local ? posix.join(posix.dirname(path), specifier) : specifier
    return { line: lineAt(code, at), target, local }
  })
}

/** Import cycles, each found once. */
export function findCycles(edges: Map<string, readonly string[]>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of edges.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

const shapes = (say: (words: string) => string) =>
  new RegExp(
    `(?:^|\\()\\s*(?:${say('select')}\\s[^;]*?\\s${say('from')}\\s|${say('insert into')}\\s|${say('update')}\\s+\\S+\\s+${say('set')}\\s|${say('delete from')}\\s)`,
    'm',
  )
const SQL = [shapes(words => words), shapes(words => words.toUpperCase())]

/**
 * Whether a string contains SQL: a statement begins a line or a bracket and has its keywords in one case, unlike prose.
 */
export const looksLikeSql = (text: string): boolean => SQL.some(pattern => pattern.test(`${text} `))

const NOT_NAMES = new Set('manager helper util service base handler data info'.split(' '))

/** Why a path violates the naming rules, or undefined. */
export function misnamed(path: string): string | undefined {
  const parts = path.split('/').flatMap(part => part.replace(/\.ts$/, '').split('.'))
  if (posix.basename(path) === 'index.ts') return 'says nothing'
  if (!parts.every(part => /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(part))) return 'is not snake_case'
  const empty = parts.map(part => part.split('_').at(-1) ?? '').find(word => NOT_NAMES.has(word.replace(/s$/, '')))
  return empty && `is named "${empty}", which could be anything`
}

// ——— functions

const FUNCTION = /\bfunction\b\s*\*?\s*([\w$]*)/g
const METHOD = /^[ \t]*(?:(?:async|static|private|public|protected|override|get|set)\s+)*\*?([\w$#]+)(?=\s*[(<])/gm
const ARROW = /=>\s*/g
const NOT_METHODS = new Set('if for while switch catch return function import super do else await'.split(' '))
const CLOSER: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Every function, method and arrow function of a file with its number of lines. */
export function findFunctions({ code }: Source): Body[] {
  const closes = brackets(code)
  const found: Body[] = []
  const add = (name: string, from: number, to: number) => {
    const line = lineAt(code, from)
    found.push({ name: name || 'anonymous', line, lines: lineAt(code, to) - line + 1 })
  }
  for (const pattern of [FUNCTION, METHOD]) {
    for (const match of code.matchAll(pattern)) {
      const [whole, name = ''] = match
      if (NOT_METHODS.has(name)) continue
      const parameters = code.indexOf('(', match.index + whole.length)
      const body = bodyAfter(code, closes, closes.get(parameters))
      if (body !== undefined) add(name, match.index + whole.search(/\S/), closes.get(body) ?? body)
    }
  }
  for (const match of code.matchAll(ARROW)) {
    const body = match.index + match[0].length
    const line = code.slice(code.lastIndexOf('\n', match.index) + 1, match.index)
    const name = /(?:const|let)\s+([\w$]+)|^\s*([\w$]+):/.exec(line)
    add(name?.[1] ?? name?.[2] ?? '', match.index, closes.get(body) ?? expressionEnd(code, closes, body, line))
  }
  return found
}

/** The position of the matching bracket for each opening bracket. */
function brackets(code: string): Map<number, number> {
  const closes = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at)
    if (CLOSER[char]) open.push(at)
    else if (char === ')' || char === ']' || char === '}') {
      const start = open.pop()
      if (start !== undefined) closes.set(start, at)
    }
  }
  return closes
}

/**
 * The brace that opens the body after a parameter list: a brace that follows a complete type is not part of the type.
 */
function bodyAfter(code: string, closes: Map<number, number>, end: number | undefined): number | undefined {
  if (end === undefined || !/^\s*[:{]/.test(code.slice(end + 1, end + 40))) return undefined
  let angles = 0
  let before = ')'
  for (let at = end + 1; at < code.length; at++) {
    const char = code.charAt(at)
    if (/\s/.test(char)) continue
    const arrow = code.startsWith('=>', at)
    if (char === '{' && angles === 0 && /[\w$)>\]}'"`]/.test(before)) return at
    if (angles === 0 && !arrow && /[,;=)\]}]/.test(char)) return undefined
    if (char === '<') angles++
    if (char === '>') angles--
    at = closes.get(at) ?? (arrow ? at + 1 : at)
    before = arrow ? '=' : code.charAt(at)
  }
  return undefined
}

/**
 * The end of the expression of an arrow function: a comma or closing bracket of its surroundings, or a smaller
 * indentation.
 */
function expressionEnd(code: string, closes: Map<number, number>, from: number, line: string): number {
  const indent = line.search(/\S|$/)
  for (let at = from; at < code.length; at++) {
    const char = code.charAt(at)
    if (/[,;)\]}]/.test(char)) return at - 1
    if (char === '\n' && (/^\s*\n( *)/.exec(code.slice(at, at + 200))?.[1] ?? '').length <= indent) return at - 1
    at = closes.get(at) ?? at
  }
  return code.length - 1
}
