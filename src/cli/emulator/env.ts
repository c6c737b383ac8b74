/** `emulator env`: the variables with which a program reaches the emulator under the name of the real service. */
import type { Shell } from '../../config/emulator.ts'
import { usageError } from '../../config/options.ts'
import { defaultFolder, openAuthority } from '../../emulator/tls/folder.ts'
import type { Command } from '../command.ts'
import { emulator } from './emulator.ts'

export const emulatorEnv: Command = {
  words: 'emulator env',
  doc: 'print the variables with which a program reaches the emulator over TLS',
  implied: ['--memory', '--emulator'],
  options: [...emulator.options, 'shell'],
  required: [],
  async main({ emulator: chosen, port }, { environment, clock, print }) {
    if (!chosen?.tls) throw usageError('emulator env needs --intercept HOSTS or --tls, as the emulator has them.')
    const { folder = defaultFolder(environment), hosts } = chosen.tls
    const { files } = openAuthority(folder, hosts, clock())
    const variables = {
      ...(hosts.length > 0 && proxyVariables(`http://127.0.0.1:${port}`)),
      NODE_EXTRA_CA_CERTS: files.certificate,
      SSL_CERT_FILE: files.bundle,
      REQUESTS_CA_BUNDLE: files.bundle,
      ...(hosts.length > 0 && { WORKLOOM_JAVA_OPTIONS: `-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${port}` }),
    }
    print(
      Object.entries(variables)
        .map(([name, value]) => assign[chosen.shell](name, value))
        .join('\n'),
    )
  },
}

const proxyVariables = (proxy: string) => ({
  ...{ HTTPS_PROXY: proxy, https_proxy: proxy, NODE_USE_ENV_PROXY: '1' },
  ...{ NO_PROXY: 'localhost,127.0.0.1', no_proxy: 'localhost,127.0.0.1' },
})

const assign: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  dotenv: (name, value) => `${name}=${/\s/.test(value) ? JSON.stringify(value) : value}`,
}
