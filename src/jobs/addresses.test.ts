import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic } from './addresses.ts'

test('addresses of the internet are public in both families', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700::1'])
    assert.equal(isPublic(address), true, address)
})

test('addresses of machines and networks are not public, nor IPv4 addresses inside of IPv6', () => {
  const own = [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ]
  const others = ['::1', '::', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1']
  for (const address of [...own, ...others]) assert.equal(isPublic(address), false, address)
})
