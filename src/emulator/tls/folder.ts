/** The folder with the authority of the emulator: its certificate, and a file with all roots for programs that take one. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { type Certificate, createAuthority } from './certificate.ts'

export interface AuthorityFiles {
  /** PEM files: the certificate of the authority, and that with the roots that Node.js knows. */
  certificate: string
  bundle: string
}

const KEY_MODE = 0o600
const FOLDER_MODE = 0o700

/** The folder for the state of the user, unless an option names one. */
export const defaultFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'workloom')

const filesIn = (folder: string): AuthorityFiles & { key: string; names: string } => ({
  certificate: join(folder, 'ca.pem'),
  bundle: join(folder, 'ca_bundle.pem'),
  key: join(folder, 'ca_key.pem'),
  names: join(folder, 'ca_names.txt'),
})

/** The names that an authority for these hosts permits. */
const permitted = (hosts: readonly string[]): string[] => [...new Set(['localhost', ...hosts])].toSorted()

/** The authority in a folder, which is made on first use, and anew for other hosts or when it has expired. */
export function openAuthority(
  folder: string,
  hosts: readonly string[],
  now: number,
): { authority: Certificate; files: AuthorityFiles; names: string[] } {
  const { key, names, certificate, bundle } = filesIn(folder)
  const wanted = permitted(hosts)
  const files = { certificate, bundle }
  const found = existsSync(key) && existsSync(certificate) && existsSync(bundle) && existsSync(names)
  if (found && readFileSync(names, 'utf8') === wanted.join('\n') && isValid(readFileSync(certificate, 'utf8'), now)) {
    const authority = { certificate: readFileSync(certificate, 'utf8'), key: createPrivateKey(readFileSync(key)) }
    return { authority, files, names: wanted }
  }
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  const authority = createAuthority(wanted, now)
  replaceFile(key, String(authority.key.export({ type: 'pkcs8', format: 'pem' })))
  replaceFile(certificate, authority.certificate)
  replaceFile(bundle, [...rootCertificates, authority.certificate].join('\n'))
  replaceFile(names, wanted.join('\n'))
  return { authority, files, names: wanted }
}

/** Whether a certificate is valid for a month more, which is the life of a leaf. */
const isValid = (text: string, now: number): boolean =>
  Date.parse(new X509Certificate(text).validTo) > now + 31 * 86_400_000

/** Only its owner can read the file, at any time. */
function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, text, { mode: KEY_MODE })
  renameSync(temporary, path)
}
