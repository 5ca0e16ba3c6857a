/** Lets Node find the model's modules, which name each other without an ending as the bundler wants it. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (name, context, next) => next(/^\.{1,2}\/(?!.*\.\w+$)/.test(name) ? `${name}.ts` : name, context),
});
