/** `emulator`: `serve --memory --emulator`, with webhooks to this machine and without limits. */
import { emulatorOptions } from '../../config/emulator.ts'
import type { Command } from '../command.ts'
import { serve } from '../serve.ts'

const limits = [
  ...(['limit-minute', 'limit-search', 'limit-jobs', 'limit-reads', 'limit-writes', 'limit-cost'] as const),
  ...(['limit-person'] as const),
]

export const emulator: Command = {
  words: 'emulator',
  doc: 'emulate the real service on this machine, for tests of clients; keeps nothing',
  implied: ['--memory', '--emulator', '--allow-private-targets', ...limits.flatMap(name => [`--${name}`, 'off'])],
  options: [
    ...(['host', 'port', ...emulatorOptions, 'json', 'public-url', ...limits] as const),
    ...(['rate-limit-headers', 'events-hours', 'key', 'log-level'] as const),
    ...(['memory', 'emulator', 'allow-private-targets'] as const),
  ],
  required: [],
  main: serve.main,
}
