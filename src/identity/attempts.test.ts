import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAttempts } from './attempts.ts'

/** The number of allowed guesses, one from each address. */
async function guessed(addresses: string[]): Promise<number> {
  const { guess } = createAttempts(() => 1_700_000_000_000, null)
  const all = await Promise.allSettled(addresses.map(address => guess(address)))
  return all.filter(({ status }) => status === 'fulfilled').length
}

const many = (address: (index: number) => string) => Array.from({ length: 1000 }, (_, index) => address(index))
const hex = (index: number) => index.toString(16)

test('a wide IPv6 network has a fixed multiple of the attempts of a narrow one', async () => {
  assert.equal(await guessed(many(index => `2001:db8:1:2::${hex(index)}`)), 60)
  assert.equal(await guessed(many(index => `2001:db8:1:2${(index % 256).toString(16).padStart(2, '0')}::1`)), 120)
  assert.equal(await guessed(many(index => `2001:db8:1:${hex(index * 64)}::1`)), 240)
  assert.equal(await guessed(many(index => `2001:db8:${hex(index)}::1`)), 1000)
  assert.equal(await guessed(many(index => `198.51.${Math.floor(index / 200)}.${index % 200}`)), 1000)
})

test('an attempt that a wide network refuses does not count for the narrow one', async () => {
  const clock = { now: 1_700_000_000_000 }
  const { guess } = createAttempts(() => clock.now, null)
  const letThrough = async (addresses: string[]) => {
    const all = await Promise.allSettled(addresses.map(address => guess(address)))
    return all.filter(({ status }) => status === 'fulfilled').length
  }
  assert.equal(await letThrough(many(index => `2001:db8:1:${hex(index % 100)}::1`)), 120)
  const own = Array(200).fill('2001:db8:1:ff::1')
  assert.equal(await letThrough(own), 0)
  clock.now += 60 * 5000
  assert.equal(await letThrough(own), 60)
})
