import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, formatTimestamp, isTimeZone, localDate, parseDate, parseTimestamp } from './date.ts'
import { ApiError } from './errors.ts'

const moments = fc.date({
  min: new Date('1000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
const dates = moments.map(date => date.toISOString().slice(0, 10))

function refuses(parse: () => unknown, message: string) {
  assert.throws(parse, (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error))
    assert.deepEqual([error.status, error.message], [400, message])
    return true
  })
}

const badDate = (value: string) => `due_on: Date must be in ISO-8601 (yyyy-mm-dd) format, not: ${value}`
const badTimestamp = (value: string) =>
  `due_at: Timestamp must be in ISO-8601 (yyyy-mm-ddThh:mm:ss.sssZ) format, not: ${value}`

test('a calendar date is accepted unchanged', () => {
  for (const date of ['2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31', '2025-01-31']) {
    assert.equal(parseDate('due_on', date), date)
  }
})

test('a date outside the calendar or in another notation is rejected with the text of the real service', () => {
  const absent = ['2023-02-29', '1900-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-01-00', '2024-01-32']
  const other = [
    '0999-12-31',
    '10000-01-01',
    '2024-1-1',
    '20240101',
    '01/02/2024',
    '',
    'today',
    ' 2024-01-01',
    '2024-01-01\n',
  ]
  const times = ['2024-01-01T00:00:00.000Z', '2024-01-01Z', '+002024-01-01', '２０２４-01-01']
  for (const value of [...absent, ...other, ...times]) refuses(() => parseDate('due_on', value), badDate(value))
})

test('a rejected value is repeated in its error, cut if it is long', () => {
  refuses(() => parseDate('due_on', 'x'.repeat(101)), badDate('x'.repeat(100)))
  refuses(() => parseTimestamp('due_at', '9'.repeat(1_000_000)), badTimestamp('9'.repeat(100)))
  refuses(() => parseDate('due_on', `${'x'.repeat(99)}🎉`), badDate(`${'x'.repeat(99)}\ufffd`))
  const values: [unknown, string][] = [
    [20240101, '20240101'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
  ]
  for (const [value, text] of [...values, [{ a: 1 }, 'object'], [['2024-01-01'], 'array']] as [unknown, string][]) {
    refuses(() => parseDate('due_on', value), badDate(text))
    refuses(() => parseTimestamp('due_at', value), badTimestamp(text))
  }
})

test('the seconds, fraction, zone and time of a timestamp are optional', () => {
  const expected: [string, string][] = [
    ['2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05.678Z'],
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02T03:04Z', '2024-01-02T03:04:00.000Z'],
    ['2024-01-02T03:04', '2024-01-02T03:04:00.000Z'],
    ['2024-01-02T03:04:05', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02', '2024-01-02T00:00:00.000Z'],
    ['2024-01-01T00:00:00.000000', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00:00.1', '2024-01-01T00:00:00.100Z'],
    ['2024-01-01T23:59:59.999999999Z', '2024-01-01T23:59:59.999Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
  ]
  for (const [value, text] of expected) assert.equal(formatTimestamp(parseTimestamp('due_at', value)), text, value)
})

test('a timestamp can have an offset in any of three notations', () => {
  const expected: [string, string][] = [
    ['2024-01-01T00:00:00+02:00', '2023-12-31T22:00:00.000Z'],
    ['2024-01-01T00:00:00.5-0530', '2024-01-01T05:30:00.500Z'],
    ['2024-01-01T00:00+05', '2023-12-31T19:00:00.000Z'],
    ['2024-01-01T00:00:00-00:00', '2024-01-01T00:00:00.000Z'],
  ]
  for (const [value, text] of expected) assert.equal(formatTimestamp(parseTimestamp('due_at', value)), text, value)
})

test('an invalid timestamp, or one outside four-digit years, is rejected', () => {
  const none = [
    '2024-01-01T24:00:00Z',
    '2024-01-01T23:60:00Z',
    '2024-01-01T23:59:60Z',
    '2023-02-29T00:00:00Z',
    '2024-13-01',
  ]
  const offsets = [
    '2024-01-01T00:00:00+24:00',
    '2024-01-01T00:00:00+01:60',
    '2024-01-01T00:00:00+1',
    '2024-01-01+01:00',
  ]
  const ends = ['9999-12-31T23:59:59.999-00:01', '1000-01-01T00:00:00+00:01', '0999-01-01T00:00:00Z']
  const other = [
    '2024-01-01T',
    '2024-01-01T00',
    '2024-01-01 00:00:00',
    '2024-01-01T00:00:00.Z',
    'now',
    '',
    '1704067200000',
  ]
  for (const value of [...none, ...offsets, ...ends, ...other]) {
    refuses(() => parseTimestamp('due_at', value), badTimestamp(value))
  }
})

test('a timestamp has three digits of milliseconds and survives a round trip', () => {
  fc.assert(
    fc.property(moments, date => {
      const text = formatTimestamp(date.getTime())
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(parseTimestamp('due_at', text), date.getTime())
      assert.equal(formatTimestamp(parseTimestamp('due_at', text)), text)
    }),
  )
})

test('an offset moves a timestamp by exactly its hours and minutes', () => {
  const middle = fc.integer({ min: -30_000_000_000_000, max: 200_000_000_000_000 })
  fc.assert(
    fc.property(middle, fc.integer({ min: 0, max: 1439 }), fc.boolean(), (ms, minutes, east) => {
      const clock = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
      const local = formatTimestamp(ms + (east ? minutes : -minutes) * 60_000).slice(0, -1)
      assert.equal(parseTimestamp('due_at', `${local}${east ? '+' : '-'}${clock}`), ms)
    }),
  )
})

test('any text is a date, a timestamp or a client error', () => {
  const nearDates = fc
    .array(fc.constantFrom('2024', '-', '02', '30', 'T', ':', '.', 'Z', '+', '9'))
    .map(list => list.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), nearDates, fc.anything()), value => {
      for (const parse of [parseDate, parseTimestamp]) {
        try {
          const parsed = parse('field', value)
          assert.equal(
            typeof parsed === 'string' ? parsed : parse('field', formatTimestamp(parsed)),
            typeof parsed === 'string' ? value : parsed,
          )
        } catch (error) {
          assert.ok(error instanceof ApiError && error.status === 400, String(error))
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('the local date is the calendar date of the zone', () => {
  const late = parseTimestamp('due_at', '2025-01-20T02:06:58.000Z')
  assert.equal(localDate(late, 'America/Los_Angeles'), '2025-01-19')
  assert.equal(localDate(late, 'UTC'), '2025-01-20')
  const evening = parseTimestamp('due_at', '2024-12-31T11:00:00Z')
  assert.equal(localDate(evening, 'Pacific/Kiritimati'), '2025-01-01')
  assert.equal(localDate(evening, 'Asia/Bangkok'), '2024-12-31')
  const change = parseTimestamp('due_at', '2024-03-31T22:30:00Z')
  assert.equal(localDate(change, 'Europe/Berlin'), '2024-04-01')
})

test('the local date in UTC is the date of the timestamp', () => {
  fc.assert(
    fc.property(moments, date => localDate(date.getTime(), 'UTC') === formatTimestamp(date.getTime()).slice(0, 10)),
  )
})

test('a local date is never more than a day away from the one in UTC', () => {
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom('Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia', 'US/Pacific'),
      (date, zone) => {
        const utc = date.toISOString().slice(0, 10)
        fc.pre(utc > '1000-01-01' && utc < '9999-12-31')
        assert.ok([addDays(utc, -1), utc, addDays(utc, 1)].includes(localDate(date.getTime(), zone)))
      },
    ),
  )
})

test('days are added across ends of months, leap days and clock changes', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2024-03-01', -1), '2024-02-29')
  assert.equal(addDays('2024-12-31', 1), '2025-01-01')
  assert.equal(addDays('2024-03-30', 2), '2024-04-01')
  assert.equal(addDays('2024-01-01', 0), '2024-01-01')
})

test('adding and subtracting the same days gives the same date', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -4_000_000, max: 4_000_000 }), (date, days) => {
      try {
        assert.equal(addDays(addDays(date, days), -days), date)
      } catch (error) {
        assert.ok(error instanceof ApiError, String(error))
      }
    }),
  )
})

test('days that lead out of the four-digit years are rejected', () => {
  const text = 'Dates must lie between the years 1000 and 9999'
  refuses(() => addDays('9999-12-31', 1), text)
  refuses(() => addDays('1000-01-01', -1), text)
  refuses(() => addDays('2024-01-01', Number.POSITIVE_INFINITY), text)
})

test('IANA names and aliases of time zones are accepted', () => {
  for (const name of [
    'UTC',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'US/Pacific',
    'Asia/Calcutta',
    'Etc/GMT+5',
  ]) {
    assert.equal(isTimeZone(name), true, name)
  }
  for (const name of ['', ' ', 'Mars/Phobos', '+01:00', '-0800', 'UTC ', '__proto__', 'Europe', 'x'.repeat(10_000)]) {
    assert.equal(isTimeZone(name), false, name.slice(0, 20))
  }
})
