"""The room that knows Java: nobody else imports JPype.

- ``find``: a Java run time on this machine
- ``jvm``: settings and start of Java in this process
- ``calls``: how a call goes to Java and back; ``errors``, ``log`` and ``stderr`` what comes with it
- ``bridge``: what Python asks of Java, plain numpy in and out; the rest of the package calls this
- ``programs``: ELKI's own programs, each in a Java of its own

The modules are imported one by one: the command line's help needs none of them, and numpy, which
``bridge`` needs, takes long to import.
"""
