/** Certificates (RFC 5280) with keys on the curve P-256: an authority for a few names, and leaves for them. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { digest, randomHex } from '../../lib/secret.ts'
import { bits, context, integer, isTrue, octets, oid, pem, sequence, set, text, time } from './der.ts'

export interface Certificate {
  /** PEM. */
  certificate: string
  key: KeyObject
}

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const AUTHORITY_MS = 5 * YEAR_MS
export const LEAF_MS = 30 * DAY_MS
/** Clocks of clients may be slow. */
const SKEW_MS = DAY_MS
const SERIAL_BYTES = 16

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const AUTHORITY_NAME = nameOf('Workloom emulator')

function nameOf(common: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), text(common))))
}

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [isTrue] : []), octets(value))

/** The identifier of a key: 20 bytes of a digest of it. */
const keyId = (key: KeyObject): Buffer =>
  Buffer.from(digest(key.export({ type: 'spki', format: 'der' }).toString('base64')), 'hex').subarray(0, 20)

/** The kinds of names in certificates. */
const NAME_KINDS = { dns: 2, address: 7 }

const dnsName = (name: string): Buffer => context(NAME_KINDS.dns, Buffer.from(name), true)
const addressName = (address: string, mask = ''): Buffer =>
  context(NAME_KINDS.address, Buffer.from(`${address}${mask}`.split('.').filter(Boolean).map(Number)), true)

/** Loopback: the only addresses for which certificates are made. */
const LOOPBACK = '127.0.0.1'
const LOOPBACK_MASK = '.255.255.255.255'

/** An authority that can sign certificates for these names and this machine only. */
export function createAuthority(names: readonly string[], now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const allowed = [...names.map(dnsName), addressName(LOOPBACK, LOOPBACK_MASK)].map(name => sequence(name))
  const [CERT_SIGN, UNUSED_BITS] = [Buffer.from([6]), 1]
  const extensions = [
    extension('2.5.29.19', sequence(isTrue, integer(Buffer.from([0]))), true),
    extension('2.5.29.15', bits(CERT_SIGN, UNUSED_BITS), true),
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.30', sequence(context(0, Buffer.concat(allowed))), true),
  ]
  const validity = { from: now - SKEW_MS, to: now + AUTHORITY_MS }
  return { certificate: issue(AUTHORITY_NAME, publicKey, privateKey, validity, extensions), key: privateKey }
}

/** A certificate of a server with these names, signed by an authority. */
export function createLeaf(authority: Certificate, names: readonly string[], now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [DIGITAL_SIGNATURE, UNUSED_BITS] = [Buffer.from([128]), 7]
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.15', bits(DIGITAL_SIGNATURE, UNUSED_BITS), true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.35', sequence(context(0, keyId(createPublicKey(authority.key)), true))),
    extension('2.5.29.17', sequence(...names.map(dnsName), addressName(LOOPBACK))),
  ]
  const validity = { from: now - SKEW_MS, to: now - SKEW_MS + LEAF_MS }
  const subject = nameOf(names[0] ?? 'localhost')
  return { certificate: issue(subject, publicKey, authority.key, validity, extensions), key: privateKey }
}

/** Signs a certificate, and returns it as PEM. */
function issue(
  subject: Buffer,
  publicKey: KeyObject,
  signer: KeyObject,
  { from, to }: { from: number; to: number },
  extensions: readonly Buffer[],
): string {
  const VERSION_3 = Buffer.from([2])
  const serial = Buffer.from(`4${randomHex(SERIAL_BYTES).slice(1)}`, 'hex')
  const unsigned = sequence(
    ...[context(0, integer(VERSION_3)), integer(serial), ECDSA_WITH_SHA256, AUTHORITY_NAME],
    ...[sequence(time(from), time(to)), subject, publicKey.export({ type: 'spki', format: 'der' })],
    context(3, sequence(...extensions)),
  )
  return pem('CERTIFICATE', sequence(unsigned, ECDSA_WITH_SHA256, bits(sign('sha256', unsigned, signer))))
}
