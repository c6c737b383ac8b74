/** E-mail: the messages to the mail server, and the log of failures. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { invitationEmail, signInEmail } from './emails.ts'
import { createMailer, createMailTransport, type Email } from './mail.ts'

/** A mail server that accepts everything; returns what it received. */
async function mailServer(t: TestContext): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const server = createServer(socket => {
    let [text, inLetter] = ['', false]
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 here')
    socket.on('error', () => {})
    socket.on('data', bytes => {
      received.push(bytes.toString())
      text += bytes
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (inLetter) {
          inLetter = line !== '.'
          if (!inLetter) say('250 taken')
        } else if (line === 'DATA') {
          inLetter = true
          say('354 go on')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else say('250 fine')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const LINK = 'http://localhost/sign_in#0123456789abcdef0123456789abcdef0123456789abcdef'

test('an e-mail reaches the mail server as plain text, with sender and recipient', async t => {
  const { url, received } = await mailServer(t)
  const from = 'Workloom <workloom@example.com>'
  await createMailTransport({ url, from })(signInEmail({ name: 'Änne', email: 'anne@example.com' }, LINK, 'an hour'))
  const all = received.join('')
  assert.match(all, /MAIL FROM:<workloom@example\.com>/)
  assert.match(all, /RCPT TO:<anne@example\.com>/)
  assert.match(all, /^Content-Type: text\/plain/m)
  assert.match(all.replaceAll('=\r\n', '').replaceAll('=3D', '='), /sign_in#0123456789abcdef/)
})

test('a name cannot add recipients or headers to an e-mail', async t => {
  const { url, received } = await mailServer(t)
  const name = 'Eve\r\nBcc: everybody@example.com\r\n\r\nBuy this\u2028now'
  const post = createMailer({
    mail: createMailTransport({ url, from: 'a@b.example' }),
    announce: assert.fail,
    log: () => assert.fail(),
  })
  post.send(invitationEmail({ name, email: 'eve@example.com' }, name, name, LINK))
  await post.settled()
  const all = received.join('')
  assert.deepEqual(all.match(/^RCPT TO:.*$/gm), ['RCPT TO:<eve@example.com>'])
  assert.doesNotMatch(all, /^Bcc:/im)
  assert.doesNotMatch(all, /^Buy this/m)
})

test('a header line has no hidden characters', async () => {
  const sent: Email[] = []
  const mail = async (email: Email) => void sent.push(email)
  const name = 'Eve\r\n\tBcc: all@example.com\u0085\u2028\0'
  const post = createMailer({ mail, announce: assert.fail, log: () => assert.fail() })
  post.send(invitationEmail({ name, email: 'eve@example.com' }, name, name, LINK))
  await post.settled()
  const [{ to, subject } = { to: { name: '' }, subject: '' }] = sent
  assert.equal(to.name, 'Eve Bcc: all@example.com')
  assert.equal(subject, 'You are invited to Eve Bcc: all@example.com')
})

test('an e-mail that cannot be sent is logged without its text', async () => {
  const logged: object[] = []
  const mail = () => Promise.reject(new Error('connection refused'))
  const post = createMailer({ mail, announce: assert.fail, log: line => void logged.push(line) })
  post.send(signInEmail({ name: 'Ann', email: 'ann@example.com' }, LINK, 'an hour'))
  await post.settled()
  assert.match(JSON.stringify(logged), /Sending an e-mail failed.*connection refused/)
  assert.doesNotMatch(JSON.stringify(logged), /sign_in|0123456789abcdef/)
})

test('e-mails are printed for the operator when there is no mail server', () => {
  const announced: string[] = []
  const post = createMailer({ mail: null, announce: text => void announced.push(text), log: () => assert.fail() })
  post.send(signInEmail({ name: 'Ann', email: 'ann@example.com' }, LINK, 'an hour'))
  assert.match(announced.join(), /^For ann@example\.com:.*sign_in#0123456789abcdef/s)
})
