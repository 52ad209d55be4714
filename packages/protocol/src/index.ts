// Public face of the protocol package: what the exchanges say on the wire.
export { okxPrehash, signOkxLogin, signOkxRequest, type OkxPrehash } from './okx/signing.ts'
