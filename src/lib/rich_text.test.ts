import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from './errors.ts'
import { richToPlain } from './plain_text.ts'
import { expandLinks, type LinkTarget, linkedGids, type Profile, parseRichText, plainToRich } from './rich_text.ts'

const parse = (content: string, profile: Profile = 'task') => parseRichText('html_notes', content, profile)
const body = (content: string) => `<body>${content}</body>`
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status === 400 && error.message === 'XML is invalid'
const refuses = (xml: string, profile: Profile = 'task') =>
  assert.throws(() => parse(xml, profile), isRefusal, `accepted ${xml.slice(0, 200)}`)
const keeps = (content: string, profile: Profile = 'task') => assert.equal(parse(body(content), profile), body(content))
const becomes = (content: string, canonical: string) => assert.equal(parse(body(content)), body(canonical))
const plain = (content: string) => richToPlain(parse(body(content)), gid => `[${gid}]`)

const ada: LinkTarget = { type: 'user', name: '@Ada <A&B>', href: 'https://x.test/0/7?a=1&b=2', accessible: true }
const secret: LinkTarget = { type: 'task', name: 'Sell the company', href: 'https://x.test/0/8', accessible: false }
const expand = (content: string) =>
  expandLinks(
    parse(body(content)),
    new Map([
      ['7', ada],
      ['8', secret],
    ]),
  ).slice('<body>'.length, -'</body>'.length)

test('text and every inline tag are stored unchanged', () => {
  keeps('')
  keeps('a\n b\t<strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code>', 'text')
  keeps('<blockquote>q</blockquote><pre>x\n y</pre>', 'text')
  keeps('<ol><li>one<ul><li>two</li></ul></li></ol>', 'text')
})

test('headings, rules, images, tables and objects are valid only in descriptions', () => {
  const table = '<table><tr><td colspan="2" data-cell-widths="150,150">x</td></tr></table>'
  const object = '<object data-asana-gid="5" data-asana-type="project" type="application/vnd.asana.project_goals"/>'
  for (const content of ['<h1>x</h1>', '<h2>x</h2>', '<hr/>', '<img data-asana-gid="5"/>', table, object]) {
    keeps(content, 'task')
    refuses(body(content), 'text')
  }
})

test('malformed XML is rejected', () => {
  const wrong = [
    '',
    ' ',
    'x',
    '<body>',
    '</body>',
    '<body><u></body>',
    '<body></u></body>',
    '<body><u><s></u></s></body>',
  ]
  const outside = ['x<body/>', '<body/>x', '<body/><body/>', '<u>x</u>', '<BODY>x</BODY>', '<body>x</BODY>']
  for (const xml of [...wrong, ...outside]) refuses(xml)
  for (const content of [
    '&nbsp;',
    '&',
    'a & b',
    '&lt',
    '&#0;',
    '&#1;',
    '&#xD800;',
    '&#1114112;',
    '<',
    '< u></ u>',
    ']]>',
  ]) {
    refuses(body(content))
  }
  const href = 'href="https://x.test"'
  for (const link of [
    `<a ${href} ${href}/>`,
    '<a href=https://x.test/>',
    '<a href/>',
    `<a ${href}${href}/>`,
    '<a href="<"/>',
  ]) {
    refuses(body(link))
  }
})

test('comments, CDATA, instructions and document types are rejected', () => {
  for (const extra of ['<!-- x -->', '<![CDATA[x]]>', '<?x y?>', '<!DOCTYPE body>', '<?xml version="1.0"?>']) {
    refuses(body(extra))
    refuses(`${extra}<body>x</body>`)
    refuses(`<body>x</body>${extra}`)
  }
})

test('control characters and lone surrogates are rejected', () => {
  for (const text of ['\0', '\u0001', '\u0008', '\u000b', '\u001f', '\ud800', '\udc00', '\ufffe', '\uffff'])
    refuses(body(text))
  keeps('tab\tand line\n')
})

test('unknown tags and attributes are rejected', () => {
  for (const tag of [
    'p',
    'br',
    'b',
    'i',
    'div',
    'span',
    'h3',
    'th',
    'tbody',
    'script',
    'STRONG',
    'x:u',
    'body',
    'constructor',
  ]) {
    refuses(body(`<${tag}>x</${tag}>`))
    refuses(body(`<${tag}/>`))
  }
  for (const tag of ['strong', 'em', 'u', 's', 'code', 'blockquote', 'pre', 'h1', 'h2', 'table']) {
    refuses(body(`<${tag} style="x">x</${tag}>`))
  }
  refuses('<body class="x">x</body>')
  for (const name of ['onclick', 'style', 'target', '__proto__', 'HREF', 'xml:space']) {
    refuses(body(`<a href="https://x.test" ${name}="default">x</a>`))
  }
  refuses(body('<img data-asana-gid="5" onerror="x"/>'))
  refuses(body('<object data-asana-href="javascript:x"/>'))
  refuses(body('<table><tr><td width="1">x</td></tr></table>'))
})

test('list items, rows and cells are valid only inside their parents', () => {
  for (const content of [
    '<li>x</li>',
    '<ul>x</ul>',
    '<ul><u>x</u></ul>',
    '<ul><ul><li>x</li></ul></ul>',
    '<li><li/></li>',
  ]) {
    refuses(body(content))
  }
  for (const content of ['<tr/>', '<td/>', '<table><td/></table>', '<table>x</table>', '<table><tr>x</tr></table>']) {
    refuses(body(content))
  }
  refuses(body('<ol><li><tr><td/></tr></li></ol>'))
  refuses(body('<hr>x</hr>'))
  refuses(body('<img data-asana-gid="5"><u/></img>'))
})

test('space between the parts of lists and tables is dropped', () => {
  becomes('<ul>\n  <li> a </li>\n</ul>', '<ul><li> a </li></ul>')
  becomes('<table> <tr>\n<td>a</td> </tr></table>', '<table><tr><td>a</td></tr></table>')
  becomes('<hr> </hr>', '<hr/>')
})

test('a link leads to a web or mail address', () => {
  keeps('<a href="https://x.test/?a=1&amp;b=2">x</a> <a href="HTTP://x.test">x</a> <a href="mailto:a@x.test"></a>')
  const schemes = [
    'javascript:x',
    'JavaScript:x',
    ' javascript:x',
    'java&#10;script:x',
    '&#1;javascript:x',
    'data:text/html,x',
  ]
  for (const href of [
    ...schemes,
    'vbscript:x',
    'file:///x',
    'ftp://x',
    '//x.test',
    '/x',
    'x',
    '',
    'https:',
    'mailto:',
  ]) {
    refuses(body(`<a href="${href}">x</a>`))
    refuses(body(`<a data-asana-gid="5" href="${href}">x</a>`))
  }
})

test('a link requires an address or a gid, and contains no other link', () => {
  for (const attributes of ['', ' data-asana-type="user"', ' data-asana-dynamic="true"'])
    refuses(body(`<a${attributes}>x</a>`))
  for (const gid of ['', '0', '01', '-1', '1.5', 'x', '1 ', '9007199254740993', '99999999999999999']) {
    refuses(body(`<a data-asana-gid="${gid}"/>`))
    refuses(body(`<img data-asana-gid="${gid}"/>`))
  }
  refuses(body('<a data-asana-gid="5" data-asana-dynamic="maybe"/>'))
  refuses(body('<a data-asana-gid="5" data-asana-project="x"/>'))
  refuses(body('<a href="https://x.test"><a href="https://x.test">x</a></a>'))
  refuses(body('<a data-asana-gid="5"><em><a data-asana-gid="6"/></em></a>'))
  refuses(body('<img src="https://x.test/x.png"/>'))
})

test('attributes that are derived from a gid are not stored', () => {
  becomes('<a data-asana-gid="5"/>', '<a data-asana-gid="5"></a>')
  becomes(
    '<a href="https://x.test" data-asana-accessible="true" data-asana-dynamic="true" data-asana-type="user" data-asana-gid="5">@Ada</a>',
    '<a data-asana-gid="5"></a>',
  )
  becomes(
    '<a href="https://x.test" data-asana-type="task" data-asana-gid="5" data-asana-project="6" data-asana-dynamic="false"><em>x</em></a>',
    '<a data-asana-dynamic="false" data-asana-gid="5" data-asana-project="6"><em>x</em></a>',
  )
  becomes(
    '<a href="https://x.test" data-asana-dynamic="true" data-asana-accessible="false">x</a>',
    '<a href="https://x.test">x</a>',
  )
  becomes(
    '<img src="https://x.test" alt="a" style="x" data-asana-type="attachment" data-asana-gid="5" data-src-width="8"></img>',
    '<img data-asana-gid="5"/>',
  )
  becomes(
    '<object type="a/b" data="https://x.test" style="display:block"><em>x</em></object>',
    '<object type="a/b"><em>x</em></object>',
  )
})

test('equal content has one canonical form', () => {
  becomes("&#65;&quot;&apos;'&gt;&#x3C;&amp;lt;", "A\"''&gt;&lt;&amp;lt;")
  becomes('a\r\nb\rc&#13;', 'a\nb\nc&#13;')
  becomes("<a href='https://x.test/\"'></a>", '<a href="https://x.test/&quot;"></a>')
  assert.equal(parse(' \n<body >x</body >\n'), '<body>x</body>')
  assert.equal(parse('<body/>'), '<body></body>')
})

test('a hundred levels are accepted, one more is rejected', () => {
  const deep = (levels: number) => `${'<u>'.repeat(levels)}x${'</u>'.repeat(levels)}`
  keeps(deep(100))
  refuses(body(deep(101)))
  refuses(body(deep(20_000)))
  refuses(body('<u>'.repeat(300_000)))
})

test('any megabyte is parsed or rejected in bounded time', () => {
  // Not a measurement: it takes a second, but two minutes with quadratic work. A timeout cannot stop synchronous work.
  const started = performance.now()
  const links = new Map([['5', ada]])
  const fill = (shape: string) => body(shape.repeat(1_000_000 / shape.length))
  for (const shape of [
    'a',
    '\r\n',
    '&amp;',
    '&#65;',
    '😀',
    '<u>x</u>',
    '<ul><li>x</li></ul>',
    '<a data-asana-gid="5"/>',
  ]) {
    const xml = parse(fill(shape))
    richToPlain(xml, gid => gid)
    linkedGids(xml)
    expandLinks(xml, links)
  }
  for (const shape of ['<', '&', '</u>', '<a ', '<a href="', '<a x="" ', '<!--', '<?x ', '<!DOCTYPE x ['])
    refuses(fill(shape))
  assert.ok(performance.now() - started < 60_000)
})

test('plain text has blocks on separate lines and is otherwise unchanged', () => {
  assert.equal(plain(' a\n\n<em>b</em> &lt;c&gt; '), ' a\n\nb <c> ')
  assert.equal(plain('a<ul><li>b</li><li>c<ol><li>d</li></ol></li></ul>e'), 'a\nb\nc\nd\ne')
  assert.equal(plain('<h1>a</h1>\n<h2>b</h2>\n\nc<hr/>d'), 'a\nb\n\nc\nd')
  assert.equal(plain('<blockquote>a</blockquote><pre>b\n c\n</pre>d'), 'a\nb\n c\nd')
  assert.equal(plain('<table><tr><td>a</td><td>b</td></tr><tr><td/><td>d</td></tr></table>'), 'a\tb\n\td')
  assert.equal(plain('<img data-asana-gid="5"/>'), '')
})

test('plain text shows a link by its text, its target or its address', () => {
  assert.equal(plain('<a data-asana-gid="5">x</a>'), '[5]')
  assert.equal(plain('<a data-asana-gid="5" data-asana-dynamic="false">x</a>'), 'x')
  assert.equal(plain('<a data-asana-gid="5" data-asana-dynamic="false"><em/></a>'), '[5]')
  assert.equal(plain('<a href="https://x.test/?a&amp;b">x</a>'), 'x')
  assert.equal(plain('<a href="https://x.test/?a&amp;b"/>'), 'https://x.test/?a&b')
})

test('linked gids are listed once, in order of appearance', () => {
  const links =
    '<a data-asana-gid="9"/><ul><li><a data-asana-gid="5"/></li></ul><img data-asana-gid="7"/><a data-asana-gid="9"/>'
  assert.deepEqual(linkedGids(parse(body(links))), ['9', '5', '7'])
  assert.deepEqual(linkedGids(plainToRich('<a data-asana-gid="9"/>')), [])
})

test('a link is shown with the address, type and name of its target', () => {
  const head = '<a href="https://x.test/0/7?a=1&amp;b=2" data-asana-accessible="true"'
  assert.equal(
    expand('Hi <a data-asana-gid="7"/>!'),
    `Hi ${head} data-asana-dynamic="true" data-asana-type="user" data-asana-gid="7">@Ada &lt;A&amp;B&gt;</a>!`,
  )
  assert.equal(
    expand('<a data-asana-gid="7" data-asana-dynamic="false">my <em>&amp;</em></a>'),
    `${head} data-asana-dynamic="false" data-asana-type="user" data-asana-gid="7">my <em>&amp;</em></a>`,
  )
  assert.ok(
    expand('<a data-asana-gid="7" data-asana-project="3"/>').includes('data-asana-gid="7" data-asana-project="3"'),
  )
})

test('a link to an invisible target shows only its address', () => {
  const head = '<a href="https://x.test/0/8" data-asana-accessible="false"'
  assert.equal(
    expand('<a data-asana-gid="8" data-asana-project="3"/>'),
    `${head} data-asana-dynamic="true">Private Link</a>`,
  )
  assert.equal(
    expand('<a data-asana-gid="8" data-asana-dynamic="false">x</a>'),
    `${head} data-asana-dynamic="false">Private Link</a>`,
  )
  const unknown = '<a data-asana-gid="9" data-asana-accessible="false" data-asana-dynamic="true">Private Link</a>'
  assert.equal(expand('<a data-asana-gid="9"/>'), unknown)
  becomes(unknown, '<a data-asana-gid="9"></a>')
})

test('an image is shown with its address, and other text as stored', () => {
  const image =
    '<img data-asana-gid="7" src="https://x.test/0/7?a=1&amp;b=2" data-asana-type="user" alt="@Ada &lt;A&amp;B&gt;"/>'
  assert.equal(expand('<img data-asana-gid="7"/>'), image)
  for (const content of [
    '<img data-asana-gid="8"/>',
    '<img data-asana-gid="9"/>',
    'data-asana-gid="7" &lt;',
    '<hr/>',
  ]) {
    assert.equal(expand(content), content)
  }
})

test('characters that XML cannot contain do not invalidate a text', () => {
  assert.equal(plainToRich('a\0b\ud800c\uffff'), '<body>a\ufffdb\ufffdc\ufffd</body>')
  assert.equal(plainToRich('😀'), '<body>😀</body>')
})
