import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../lib/errors.ts'
import { decodeBody, type RequestBody } from './body.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const EMPTY: RequestBody = { data: {}, options: {} }

const json = (text: string, type: string | undefined = JSON_TYPE) => decodeBody(Buffer.from(text), type)
const form = (text: string) => decodeBody(Buffer.from(text), FORM_TYPE)

function refuses(decode: () => unknown, message: string | RegExp) {
  assert.throws(decode, (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.status, 400)
    if (typeof message === 'string') assert.equal(error.message, message)
    else assert.match(error.message, message)
    return true
  })
}

test('a request without a body is empty, whatever its content type says', () => {
  for (const type of [undefined, '', JSON_TYPE, FORM_TYPE, 'multipart/form-data', 'text/plain']) {
    assert.deepEqual(decodeBody(undefined, type), EMPTY)
    assert.deepEqual(decodeBody(Buffer.alloc(0), type), EMPTY)
  }
})

test('an empty JSON body has no data, in every form that clients send', () => {
  const texts = ['null', '{}', '{"data":[]}', '{"data":null}', '{"data":{}}', '{"options":{}}', '{"options":[]}']
  for (const text of [...texts, '{"data":{},"options":null}', ' {} \n']) assert.deepEqual(json(text), EMPTY, text)
})

test('data and options are decoded unchanged', () => {
  const body = { data: { name: 'Überraschung 🎉', projects: ['1'], due_on: null }, options: { fields: ['name'] } }
  assert.deepEqual(json(JSON.stringify(body)), body)
})

test('the content type may carry parameters, be in any case, be unknown or be missing', () => {
  const types = ['application/json; charset=UTF-8', 'Application/JSON;charset=latin1', 'text/plain', '', undefined]
  for (const type of types) assert.deepEqual(json('{"data":{"name":"A"}}', type).data, { name: 'A' })
  for (const type of ['text/plain', undefined, 'Application/X-WWW-Form-Urlencoded; charset=utf-8']) {
    assert.deepEqual(decodeBody(Buffer.from('name=A&opt_pretty='), type), {
      data: { name: 'A' },
      options: { pretty: '' },
    })
  }
})

test('a key other than data and options is rejected with the text of the real service', () => {
  refuses(
    () => json('{"data":{},"name":"A"}'),
    'Unrecognized request field `name`. The only allowed keys at the top level are: data, options. ' +
      'Is it possible you did not wrap object properties in a `data` object?',
  )
  refuses(() => json('{"__proto__":{"data":{"name":"A"}}}'), /^Unrecognized request field `__proto__`\./)
  refuses(() => json(`{"${'x'.repeat(500)}":1}`), /^Unrecognized request field `x{100}`\./)
})

test('text that is not JSON is rejected', () => {
  for (const text of ['{', '{"data":{"name":"a=b"}', 'name=A', ' ', '{"data":{}}{}', "{'data':{}}"]) {
    refuses(() => json(text), 'Could not parse request data, invalid JSON')
  }
  const multipart = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--'
  for (const text of ['{"data":{"name":"a=b"}', 'hello', multipart]) {
    refuses(() => json(text, 'text/plain'), 'Could not parse request data, invalid JSON')
  }
})

test('JSON of another shape is rejected', () => {
  for (const text of ['[]', '[{"data":{}}]', '1', '"data"', 'true']) {
    refuses(() => json(text), 'Could not parse request data, the top level must be a JSON object')
  }
  for (const text of ['[1]', '"A"', '1', 'false', '0', '""']) {
    refuses(() => json(`{"data":${text}}`), 'data: Value is not a JSON object')
    refuses(() => json(`{"options":${text}}`), 'options: Value is not a JSON object')
  }
})

test('a body other than UTF-8 without a byte order mark is rejected', () => {
  const withMark = Buffer.from('\ufeff{"data":{}}')
  const utf16 = Buffer.from('\ufeff{"data":{}}', 'utf16le')
  const latin1 = Buffer.from('{"data":{"name":"é"}}', 'latin1')
  for (const type of [JSON_TYPE, FORM_TYPE, undefined]) {
    refuses(() => decodeBody(withMark, type), /only UTF-8 without a byte order mark is supported$/)
    refuses(() => decodeBody(utf16, type), /only UTF-8 is supported$/)
    refuses(() => decodeBody(latin1, type), /only UTF-8 is supported$/)
  }
})

test('deeply nested JSON is decoded or rejected', () => {
  const deep = (depth: number) => `{"data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
  for (const depth of [20_000, 400_000]) {
    try {
      assert.deepEqual(Object.keys(json(deep(depth)).data), ['a'])
    } catch (error) {
      assert.ok(error instanceof ApiError)
    }
  }
  refuses(() => json('['.repeat(20_000)), 'Could not parse request data, invalid JSON')
})

test('a form has its fields at the top level and its options with the prefix opt_', () => {
  assert.deepEqual(form('name=Buy+milk&notes=&opt_fields=name,notes&opt_pretty&completed=true&parent=null'), {
    data: { name: 'Buy milk', notes: '', completed: 'true', parent: null },
    options: { fields: 'name,notes', pretty: '' },
  })
  assert.deepEqual(form('opt_fields[0]=name&opt_fields[1]=gid').options, { fields: ['name', 'gid'] })
  assert.deepEqual(form('options.fields=a&options[pretty]=b&data=c'), {
    data: { options: { fields: 'a', pretty: 'b' }, data: 'c' },
    options: {},
  })
})

test('a plain field given twice keeps the last value, and empty pairs are skipped', () => {
  assert.deepEqual(form('&name=A&&name=B&').data, { name: 'B' })
})

test('lists are written with indices or empty brackets, and gaps are closed', () => {
  assert.deepEqual(form('followers[]=1&followers[]=2').data, { followers: ['1', '2'] })
  assert.deepEqual(form('followers%5B1%5D=b&followers%5B0%5D=a').data, { followers: ['a', 'b'] })
  assert.deepEqual(form('followers[999]=c&followers[10]=b&followers[2]=a').data, { followers: ['a', 'b', 'c'] })
  assert.deepEqual(form('followers[5]=a&followers[]=b&followers[5]=c').data, { followers: ['c', 'b'] })
  assert.deepEqual(form('a[0][0]=1&a[0][1]=2&a[1][]=3').data, { a: [['1', '2'], ['3']] })
})

test('objects are written with dots or brackets, also inside lists', () => {
  const options = [{ name: 'Low', color: 'blue' }, { name: 'High' }]
  const dots = 'enum_options[0].name=Low&enum_options[0].color=blue&enum_options[1].name=High'
  assert.deepEqual(form(dots).data, { enum_options: options })
  assert.deepEqual(form(dots.replaceAll(/\.(\w+)/g, '[$1]')).data, { enum_options: options })
  assert.deepEqual(form('memberships[0].project=1&memberships[0].section=2').data, {
    memberships: [{ project: '1', section: '2' }],
  })
  assert.deepEqual(form('external.data=x&external[gid]=y').data, { external: { data: 'x', gid: 'y' } })
  assert.deepEqual(form('memberships[].project=1&memberships[].project=2').data, {
    memberships: [{ project: '1' }, { project: '2' }],
  })
})

test('numbers name properties after a dot, under custom_fields, and when they are too long for an index', () => {
  const values = { '12': 'a', '1201234567890123': ['b', 'c'] }
  assert.deepEqual(
    form('custom_fields[12]=a&custom_fields[1201234567890123][]=b&custom_fields[1201234567890123][]=c').data,
    {
      custom_fields: values,
    },
  )
  assert.deepEqual(
    form('custom_fields.12=a&custom_fields.1201234567890123[0]=b&custom_fields.1201234567890123[1]=c').data,
    {
      custom_fields: values,
    },
  )
  assert.deepEqual(form('a[1000]=x&b.0=y&c[01]=z').data, { a: { '1000': 'x' }, b: { '0': 'y' }, c: { '01': 'z' } })
})

test('a field in two shapes is rejected', () => {
  for (const text of ['a=1&a[b]=2', 'a[b]=2&a=1', 'a[0]=1&a[b]=2', 'a.b=1&a[]=2', 'a=null&a.b=1', 'a[]=1&a=2']) {
    refuses(() => form(text), /^a\S*: Cannot be a value, a list and an object at once$/)
  }
})

test('a malformed field name is rejected', () => {
  for (const name of ['a[', 'a]', 'a[0', 'a[b]c', 'a..b', 'a.', '.a', '[0]', 'a[[0]]', '', 'opt_', '{"data":{}}']) {
    refuses(() => form(`${name}=1`), /^Could not parse request data, invalid form field `/)
  }
})

test('escapes are decoded exactly or rejected', () => {
  assert.deepEqual(form('n%61me=a%2Bb+c%26d%3De=f&x=%C3%A9é&y=%EF%BB%BF').data, {
    name: 'a+b c&d=e=f',
    x: 'éé',
    y: '\ufeff',
  })
  for (const text of ['%', 'a=%', 'a=%4', 'a=%zz', 'a=%C3', 'a=%FF', 'a=%C0%80', 'a=%ED%A0%80', '%E9=1']) {
    refuses(() => form(text), 'Could not parse request data, invalid percent-encoding')
  }
})

test('forms are bounded in pairs and in depth', () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, index) => `a[]=${index}`).join('&')
  assert.equal((form(pairs(10_000)).data.a as unknown[]).length, 10_000)
  refuses(() => form(pairs(10_001)), 'Could not parse request data, more than 10000 form fields')
  assert.deepEqual(Object.keys(form(`a${'.a'.repeat(19)}=1`).data), ['a'])
  refuses(() => form(`a${'.a'.repeat(20)}=1`), 'a: Nested deeper than 20 levels')
  refuses(() => form(`a${'[0]'.repeat(300_000)}=1`), 'a: Nested deeper than 20 levels')
})

test('names of prototypes are ordinary names', () => {
  const hostile = '__proto__[polluted]=1&constructor.prototype.polluted=1&a.__proto__.polluted=1&prototype=1'
  const bodies = [
    form(`${hostile}&opt___proto__.polluted=1`),
    json('{"data":{"__proto__":{"polluted":"1"},"constructor":{},"prototype":1,"a":{}}}'),
  ]
  for (const { data } of bodies) {
    assert.deepEqual(Object.keys(data).sort(), ['__proto__', 'a', 'constructor', 'prototype'])
    assert.equal(Object.getPrototypeOf(data), Object.prototype)
  }
  assert.equal('polluted' in {}, false)
  assert.equal(Object.hasOwn(form('a=1').data, '__proto__'), false)
})

test('any tree of strings survives a round trip through a form', () => {
  const key = fc.stringMatching(/^[a-z]{1,6}$/)
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }).filter(text => text !== 'null'),
      fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  const write = (name: string, value: unknown): string[] =>
    typeof value === 'string'
      ? [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
      : Object.entries(value as object).flatMap(([inner, item]) => write(`${name}[${inner}]`, item))
  fc.assert(
    fc.property(fc.dictionary(key, tree, { maxKeys: 4, noNullPrototype: true }), data => {
      const text = Object.entries(data).flatMap(([name, value]) => write(name, value))
      assert.deepEqual(form(text.join('&')), { data, options: {} })
    }),
    { numRuns: 200 },
  )
})

test('a number that a double cannot hold becomes the text of its digits', () => {
  const long = '12345678901234567890'
  const { data } = json(`{"data":{"a":${long},"b":[-0.${long}],"c":{"d":${long}e2},"text":"1, ${long}"}}`)
  assert.deepEqual(data, { a: long, b: [`-0.${long}`], c: { d: `${long}e2` }, text: `1, ${long}` })
  const numbers = { a: 0.30000000000000004, b: 9007199254740991, c: 1.7976931348623157e308 }
  assert.deepEqual(json(JSON.stringify({ data: numbers })).data, numbers)
})

test('any bytes with any content type are a body or a 400', () => {
  const pieces = fc.array(
    fc.constantFrom('a', '[', ']', '.', '0', '=', '&', '%', 'opt_', '{', '"data"', ':', '__proto__'),
  )
  const bytes = fc.oneof(
    fc.uint8Array().map(array => Buffer.from(array)),
    fc.string({ unit: 'grapheme' }).map(text => Buffer.from(text)),
    pieces.map(list => Buffer.from(list.join(''))),
    fc.json().map(text => Buffer.from(text)),
  )
  fc.assert(
    fc.property(bytes, fc.constantFrom(JSON_TYPE, FORM_TYPE, 'text/plain', undefined), (raw, type) => {
      try {
        assert.deepEqual(Object.keys(decodeBody(raw, type)), ['data', 'options'])
      } catch (error) {
        assert.ok(error instanceof ApiError && error.status === 400, String(error))
      }
    }),
    { numRuns: 1000 },
  )
})
