/** Checks that a mail server accepts e-mail: connects and signs in, and sends nothing. */

/** Throws the error of the server, or one when it does not answer within this time. */
export async function verifyMail(url: string, milliseconds: number): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const patience = { connectionTimeout: milliseconds, greetingTimeout: milliseconds, socketTimeout: milliseconds }
  const transport = createTransport({ url, ...patience })
  await transport.verify().finally(() => transport.close())
}
